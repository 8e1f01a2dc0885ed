import type { Voucher } from '../state/vouchers.ts'
import {
  type CreditNote,
  type Line,
  type Party,
  readCreditNote,
} from '../ubl/credit-note/read-credit-note.ts'
import { parseXml } from '../ubl/parse-xml.ts'
import { drawSheet, type Sheet } from './sheet.ts'
import { drawTable } from './table.ts'

const stateWords: Readonly<Record<Voucher['state'], string>> = {
  draft: 'TASLAK',
  accepted: '',
  rejected: 'REDDEDİLDİ',
  cancelled: 'İPTAL',
}

const unitWords: ReadonlyMap<string, string> = new Map([
  ['GRM', 'gram'],
  ['C62', 'adet'],
])

/** The printable form of an expense voucher, before and after submission. */
export function voucherPdf(voucher: Voucher): Promise<Buffer> {
  const content = readCreditNote(parseXml(voucher.xml))
  const head = {
    title: `e-Gider Pusulası ${voucher.number ?? stateWords[voucher.state]}`,
    author: content.company.name,
    madeAt: new Date(voucher.acceptedAt ?? voucher.keptAt),
  }
  return drawSheet(head, (sheet) => {
    drawTitle(sheet, voucher)
    drawIdentity(sheet, voucher, content)
    drawParties(sheet, content)
    drawLines(sheet, content.lines)
    drawTotals(sheet, content)
    drawNotes(sheet, content)
  })
}

function drawTitle(sheet: Sheet, { state }: Voucher) {
  const top = sheet.y
  sheet.font('bold', 18).fillColor('#b00020').text(stateWords[state], { align: 'right' })
  sheet.fillColor('black').text('e-GİDER PUSULASI', sheet.page.margins.left, top)
  sheet.moveDown(0.5)
}

function drawIdentity(sheet: Sheet, { number }: Voucher, content: CreditNote) {
  const time = content.issueTime.slice(0, 5)
  drawTable(sheet, [{ width: 120 }, { width: '*' }], {
    rows: [
      ['Belge No', number ?? 'TASLAK'],
      ['ETTN', content.uuid],
      ['Düzenleme Tarihi', `${turkishDay(content.issueDate)} ${time}`.trim()],
    ],
  })
}

const drawParties = (sheet: Sheet, { company, seller }: CreditNote) =>
  drawTable(sheet, [{ width: '*' }, { width: '*' }], {
    head: ['ALICI (DÜZENLEYEN)', 'SATICI'],
    rows: [[partyText(company), partyText(seller)]],
  })

const partyText = ({ name, scheme, taxNumber, taxOffice, address, phone, email }: Party): string =>
  [
    name,
    `${scheme}: ${taxNumber}`,
    taxOffice === '' ? '' : `Vergi Dairesi: ${taxOffice}`,
    address === '' ? '' : `Adres: ${address}`,
    phone === '' ? '' : `Telefon: ${phone}`,
    email === '' ? '' : `E-posta: ${email}`,
  ]
    .filter((text) => text !== '')
    .join('\n')

function drawLines(sheet: Sheet, lines: readonly Line[]) {
  const right = { align: { x: 'right' } } as const
  const columns = [
    { width: 36 },
    { width: '*' },
    { width: 90, ...right },
    { width: 100, ...right },
    { width: 110, ...right },
  ]
  drawTable(sheet, columns, {
    head: ['Sıra', 'Malın Cinsi', 'Miktar', 'Birim Fiyat', 'Tutar'],
    rows: lines.map(({ name, quantity, unitCode, unitPrice, amount }, index) => [
      String(index + 1),
      name,
      `${turkishNumber(quantity)} ${unitWords.get(unitCode) ?? unitCode}`,
      lira(unitPrice),
      lira(amount),
    ]),
  })
}

const drawTotals = (sheet: Sheet, { linesTotal, taxTotal, payable }: CreditNote) =>
  drawTable(sheet, [{ width: '*' }, { width: 150, align: { x: 'right' } }], {
    rows: [
      ['Mal / Hizmet Toplam Tutarı', lira(linesTotal)],
      ['Vergi ve Kesintiler', lira(taxTotal)],
      ['Ödenecek Tutar', lira(payable)],
    ],
  })

function drawNotes(sheet: Sheet, { notes }: CreditNote) {
  if (notes.length > 0) sheet.text(`Not: ${notes.join('\n')}`)
}

/** `1234567.5` as `1.234.567,50`; further decimals are kept. */
function turkishNumber(decimal: string, leastDecimals = 0): string {
  const [whole = '0', decimals = ''] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  const written = decimals.replace(/0+$/, '').padEnd(leastDecimals, '0')
  return written === '' ? grouped : `${grouped},${written}`
}

const lira = (decimal: string): string => `${turkishNumber(decimal, 2)} ₺`

/** `2026-11-20` as `20.11.2026`. */
const turkishDay = (day: string): string => day.split('-').toReversed().join('.')
