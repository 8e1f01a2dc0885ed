import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import type { Sale } from '#command/invoices/calculation/sale.ts'
import { creditNoteXml } from '#command/ubl/credit-note.ts'
import { invoiceXml } from '#command/ubl/invoice.ts'
import { sale } from '#test/command-service/invoices/calculation/samples.ts'
import { invoice, paidBy, soldTo } from '#test/command-service/ubl/invoice-samples.ts'
import { creditNote, soldBy } from '#test/command-service/ubl/samples.ts'

type Documents = readonly (readonly [name: string, xml: string])[]

const HOSTILE = '<b>&amp;&lol;</b> ]]> "\'\u0000\uFFFF 🥇 \uD800 İIıi'
const LONG = 'Ç'.repeat(500)
const ARABIC = 'محمد الأحمد'

const { company } = creditNote()
const companies = {
  'a company': company,
  'a company with its numbers': {
    ...company,
    mersisNo: '0484084721100011',
    tradeRegisterNo: '123456-5',
  },
  'a company of which little is known': {
    ...company,
    taxOffice: null,
    address: null,
    district: null,
    city: null,
    phone: null,
    email: null,
  },
  'a sole trader with a title of one word': {
    ...company,
    taxNumber: '10000000146',
    title: 'Altınev',
    owner: { firstName: 'Ali Can', familyName: 'Demir' },
  },
  'a sole trader under the own name': { ...company, taxNumber: '10000000146', title: 'Ali Demir' },
  'a company with an odd title': { ...company, title: HOSTILE },
} as const

const people = {
  'a person': {},
  'a person of one name': { name: 'Madonna' },
  'a person whose name is long': { name: `${LONG} ${LONG}` },
  'a person whose name is Arabic': { name: ARABIC },
  'a person whose data are hostile': {
    name: HOSTILE,
    address: HOSTILE,
    district: HOSTILE,
    city: HOSTILE,
    mail: HOSTILE,
    webSite: HOSTILE,
    taxOffice: HOSTILE,
  },
  'a person without an address': { address: null, district: null, city: null },
  'a person abroad': { country: 'Almanya', city: 'Berlin' },
  'a person of a country that nobody knows': { country: 'Atlantis' },
  'a firm': { taxNumber: '0843118681', name: 'Altın Ltd. Şti.', taxOffice: 'Fatih' },
  'a firm of one word': { taxNumber: '0843118681', name: 'X' },
} as const

const vouchers: Documents = [
  ...Object.entries(companies).map(
    ([name, of]) => [`voucher of ${name}`, creditNoteXml(creditNote({ company: of }))] as const,
  ),
  ...Object.entries(people).map(
    ([name, of]) => [`voucher for ${name}`, creditNoteXml(soldBy(of))] as const,
  ),
  ...[
    ['0.01', '0.01', 'GRM'],
    ['999999999999.99', '999999.99', 'GRM'],
    ['65559.95', '12.34', 'GRM'],
    ['18960', '2', 'C62'],
    ['0.01', '999999', 'C62'],
  ].map(([amount = '', quantity = '', unit]) => {
    const unitType = unit === 'C62' ? 'C62' : 'GRM'
    const lines = [{ name: 'Altın', quantity, unitType, amount } as const]
    return [
      `voucher of ${quantity} ${unitType} for ${amount}`,
      creditNoteXml(creditNote({ lines })),
    ] as const
  }),
  ['voucher with a note', creditNoteXml(creditNote({ note: HOSTILE, serial: null }))],
  ['voucher of the first day', creditNoteXml(creditNote({ issueDate: '2005-01-01' }))],
]

const sales: Readonly<Record<string, Sale>> = {
  'bullion, exempt': sale('ISTISNA', { exchange: '1' }),
  'coins, exempt': sale('ISTISNA', { exchange: '1.6065', unitType: 'C62' }),
  'a bracelet, special base': sale('OZELMATRAH'),
  'coins, special base': sale('OZELMATRAH', { unitType: 'C62' }, { exchanges: '7312.49' }),
  'platinum, taxed': sale('SATIS', { exchange: '1' }),
  'a sale without tax': sale('SATIS', { vatRate: '0' }),
  'little, taxed': sale('SATIS', {}, { amount: '0.05', exchanges: '0.02' }),
  'much, exempt': sale('ISTISNA', {}, { amount: '999999999999.99', exchanges: '9999999' }),
  'much, special base': sale(
    'OZELMATRAH',
    { laborType: 'fixed' },
    { amount: '99999999999.99', exchanges: '999999.99' },
  ),
}

const codes = { ISTISNA: '230', OZELMATRAH: '805' } as const

const invoices: Documents = [
  ...Object.entries(sales).flatMap(([name, of]) =>
    (['earchive', 'einvoice'] as const).map(
      (channel) => [`${channel} of ${name}`, invoiceXml(sold(of, channel))] as const,
    ),
  ),
  ...Object.entries(companies).map(
    ([name, of]) => [`invoice of ${name}`, invoiceXml(invoice({ company: of }))] as const,
  ),
  ...Object.entries(people).map(
    ([name, of]) => [`invoice to ${name}`, invoiceXml(soldTo(of))] as const,
  ),
  [
    'invoice to the end consumer',
    invoiceXml(soldTo({ taxNumber: '11111111111', name: 'Nihai Tüketici' })),
  ],
  ['draft without a serial', invoiceXml(invoice({ serial: null }))],
  ['invoice with notes', invoiceXml(invoice({ description: `one\n\n${HOSTILE}\n${LONG}` }))],
  ['commercial invoice', invoiceXml(invoice({ channel: 'einvoice', scenario: 'TICARIFATURA' }))],
  [
    'paid by transfer',
    invoiceXml(paidBy({ bankName: 'Ziraat', iban: 'TR33 0006 1005 1978 6457 8413 26' })),
  ],
  ['paid by card', invoiceXml(paidBy({ type: 'pos', approvalCode: '123456' }))],
  ['paid by setting off', invoiceXml(paidBy({ type: 'expense', expenseNumber: 'GP-12' }))],
  ['paid as agreed', invoiceXml(paidBy({ type: 'other', note: 'çek' }))],
]

function sold(of: Sale, channel: 'earchive' | 'einvoice') {
  const result = calculateInvoice(of)
  if (result.outcome === 'refused') throw new Error(`${result.field} ${result.rule}`)
  const { invoiceType } = of
  const isFree = Number(result.totals.kdvTotal) === 0
  const exemptionCode = invoiceType === 'SATIS' ? (isFree ? '351' : null) : codes[invoiceType]
  const { lines } = result
  return invoice({ invoiceType, exemptionCode, lines, channel })
}

/** Every kind of document that the service writes, with odd names and extreme amounts. */
export const documents: ReadonlyMap<string, string> = new Map([...vouchers, ...invoices])
