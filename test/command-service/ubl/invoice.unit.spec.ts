import { Big } from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import { type InvoiceDocument, invoiceXml } from '#command/ubl/invoice.ts'
import { cover } from '#test/support/cover.ts'
import { sale } from '../invoices/calculation/samples.ts'
import { invoice, linesOf, paidBy, soldTo } from './invoice-samples.ts'
import { misplaced } from './order.ts'
import { at, everyElement, type Tree, textsAt, treeOf } from './tree.ts'

const SCHEMAS = 'urn:oasis:names:specification:ubl:schema:xsd'
const COMPANY = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SUBTOTAL = [
  'cbc:TaxableAmount',
  'cbc:TaxAmount',
  'cbc:Percent',
  'cac:TaxCategory/cbc:TaxExemptionReasonCode',
  'cac:TaxCategory/cbc:TaxExemptionReason',
]

const documentOf = (of: InvoiceDocument): Tree => treeOf(invoiceXml(of))

/** Base, tax, rate, code and reason of each subtotal, as they are written. */
const subtotalsIn = (tree: Tree, within: string) =>
  at(tree, `${within}cac:TaxTotal/cac:TaxSubtotal`).map((subtotal) =>
    SUBTOTAL.map((path) => textsAt(subtotal, path)[0]),
  )

const GOLD = 'Altından Mamul veya Altın İçeren Ziynet Eşyaları ile Sikke Altınların Teslimi'
const BULLION = '17/4-g Külçe Altın, Külçe Gümüş ve Kıymetli Taşların Teslimi'

const bullion = invoice({
  invoiceType: 'ISTISNA',
  exemptionCode: '230',
  lines: linesOf(sale('ISTISNA', { exchange: '1' })),
})

const platinum = invoice({
  invoiceType: 'SATIS',
  exemptionCode: null,
  lines: linesOf(sale('SATIS', { exchange: '1' })),
})

test('an invoice is an Invoice of the Turkish customization', () => {
  const tree = documentOf(invoice())
  expect(tree).toMatchObject({ name: 'Invoice', namespace: `${SCHEMAS}:Invoice-2` })
  const said = Object.fromEntries(
    tree.children.filter(({ children }) => children.length === 0).map((is) => [is.name, is.text]),
  )
  expect(said).toEqual({
    'cbc:UBLVersionID': '2.1',
    'cbc:CustomizationID': 'TR1.2.1',
    'cbc:ProfileID': 'EARSIVFATURA',
    'cbc:ID': 'SRF2026000000000',
    'cbc:CopyIndicator': 'false',
    'cbc:UUID': '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    'cbc:IssueDate': '2026-11-20',
    'cbc:IssueTime': '14:30:00',
    'cbc:InvoiceTypeCode': 'OZELMATRAH',
    'cbc:Note': 'YALNIZ YÜZ BİN LİRA',
    'cbc:DocumentCurrencyCode': 'TRY',
    'cbc:LineCountNumeric': '2',
  })
})

test('to a buyer on the taxpayer registry it is a basic invoice', () => {
  const tree = documentOf(invoice({ channel: 'einvoice' }))
  expect(textsAt(tree, 'cbc:ProfileID')).toEqual(['TEMELFATURA'])
})

test('to such a buyer it is a commercial invoice where the company chose so', () => {
  const chosen = { scenario: 'TICARIFATURA' } as const
  const profile = (of: InvoiceDocument) => textsAt(documentOf(of), 'cbc:ProfileID')
  expect(profile(invoice({ ...chosen, channel: 'einvoice' }))).toEqual(['TICARIFATURA'])
  expect(profile(invoice({ ...chosen, channel: 'earchive' }))).toEqual(['EARSIVFATURA'])
})

test('in the archive it says that the buyer gets it electronically', () => {
  const sent = 'cac:AdditionalDocumentReference'
  const reference = at(documentOf(invoice()), sent)[0]?.children
  expect(reference?.map(({ name, text }) => [name, text])).toEqual([
    ['cbc:ID', 'ELEKTRONIK'],
    ['cbc:IssueDate', '2026-11-20'],
    ['cbc:DocumentTypeCode', 'SEND_TYPE'],
  ])
  expect(at(documentOf(invoice({ channel: 'einvoice' })), sent)).toEqual([])
})

test('the place of the signature is there and empty', () => {
  const [content] = at(
    documentOf(invoice()),
    'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent',
  )
  expect(content).toMatchObject({ children: [], text: '' })
})

describe('elements stand in the order of the schema', () => {
  test.each<[string, InvoiceDocument]>([
    ['on a special base', invoice({ description: 'one\ntwo' })],
    ['exempt', bullion],
    ['taxed', platinum],
    ['to a firm', soldTo({ taxNumber: '0843118681', taxOffice: 'Fatih', webSite: 'https://a.b' })],
    ['by transfer', paidBy({ bankName: 'Ziraat', iban: 'TR330006100519786457841326' })],
    ['by card', paidBy({ type: 'pos', approvalCode: '1' })],
    ['by setting off', paidBy({ type: 'expense', expenseNumber: '1' })],
    ['as agreed', paidBy({ type: 'other', note: 'cheque' })],
  ])('%s', (_kind, of) => {
    expect(misplaced(documentOf(of))).toEqual([])
  })
})

describe('KDV', () => {
  test('on a special base is that of the labour; both parts bear the code', () => {
    const tree = documentOf(invoice())
    expect(textsAt(tree, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['435.45'])
    const metal = ['97387.29', '0.00', '0', '805', GOLD]
    const labor = ['2177.26', '435.45', '20', '805', GOLD]
    expect(subtotalsIn(tree, '')).toEqual([metal, labor])
    expect(subtotalsIn(tree, 'cac:InvoiceLine/')).toEqual([metal, labor])
  })

  test('is not due on an exempt sale, and the code says why', () => {
    const exempt = ['100000.00', '0.00', '0', '230', BULLION]
    expect(subtotalsIn(documentOf(bullion), '')).toEqual([exempt])
    expect(subtotalsIn(documentOf(bullion), 'cac:InvoiceLine/')).toEqual([exempt])
  })

  test('on the whole needs no code', () => {
    const taxed = ['83333.33', '16666.67', '20', undefined, undefined]
    expect(subtotalsIn(documentOf(platinum), '')).toEqual([taxed])
    expect(textsAt(documentOf(platinum), 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['16666.67'])
  })

  test('is the value added tax', () => {
    const scheme = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme'
    expect(textsAt(documentOf(platinum), `${scheme}/cbc:Name`)).toEqual(['KDV'])
    expect(textsAt(documentOf(platinum), `${scheme}/cbc:TaxTypeCode`)).toEqual(['0015'])
  })

  test('that is not due for the template’s own reason has that reason in words too', () => {
    const [subtotal] = subtotalsIn(documentOf({ ...bullion, exemptionCode: '229' }), '')
    expect(subtotal?.slice(3)).toEqual(['229', 'KDV istisnası veya özel matrah (229)'])
  })
})

test('the totals are net and gross', () => {
  const totals = (of: InvoiceDocument) =>
    at(documentOf(of), 'cac:LegalMonetaryTotal')[0]?.children.map(({ text }) => text)
  expect(totals(invoice())).toEqual(['99564.55', '99564.55', '100000.00', '100000.00'])
  expect(totals(platinum)).toEqual(['83333.33', '83333.33', '100000.00', '100000.00'])
})

test('a line has the article, the quantity, the price and the stock', () => {
  const tree = documentOf(invoice())
  const line = 'cac:InvoiceLine'
  expect(textsAt(tree, `${line}/cbc:ID`)).toEqual(['1', '2'])
  expect(at(tree, `${line}/cbc:InvoicedQuantity`)).toMatchObject([
    { attributes: { unitCode: 'GRM' }, text: '18.02' },
    { attributes: { unitCode: 'GRM' }, text: '18.02' },
  ])
  expect(textsAt(tree, `${line}/cac:Item/cbc:Name`)).toEqual(['22 Ayar Bilezik', 'İşçilik'])
  expect(textsAt(tree, `${line}/cac:Price/cbc:PriceAmount`)).toEqual(['5404.4', '120.82463929'])
  expect(textsAt(tree, `${line}/cac:Item/cac:SellersItemIdentification/cbc:ID`)).toEqual(['BLZ22'])
})

describe('the buyer', () => {
  const name = (tree: Tree) => [
    textsAt(tree, `${BUYER}/cac:PartyName/cbc:Name`),
    textsAt(tree, `${BUYER}/cac:Person/cbc:FirstName`),
    textsAt(tree, `${BUYER}/cac:Person/cbc:FamilyName`),
  ]
  const number = `${BUYER}/cac:PartyIdentification/cbc:ID`

  test('a person is named by first and family name', () => {
    const tree = documentOf(invoice())
    expect(at(tree, number)).toMatchObject([
      { attributes: { schemeID: 'TCKN' }, text: '10000000146' },
    ])
    expect(name(tree)).toEqual([[], ['Ayşe Nur'], ['Işık']])
  })

  test('a firm is named by its title, with the tax office', () => {
    const firm = { taxNumber: '0843118681', name: 'Altın Ltd. Şti.', taxOffice: 'Fatih' }
    const tree = documentOf(soldTo(firm))
    expect(at(tree, number)).toMatchObject([
      { attributes: { schemeID: 'VKN' }, text: '0843118681' },
    ])
    expect(name(tree)).toEqual([['Altın Ltd. Şti.'], [], []])
    expect(textsAt(tree, `${BUYER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:Name`)).toEqual(['Fatih'])
  })

  test('can be the end consumer', () => {
    const tree = documentOf(soldTo({ taxNumber: '11111111111', name: 'Nihai Tüketici' }))
    expect(at(tree, number)).toMatchObject([
      { attributes: { schemeID: 'TCKN' }, text: '11111111111' },
    ])
    expect(name(tree)).toEqual([[], ['Nihai'], ['Tüketici']])
  })

  test('always has both names', () => {
    expect(name(documentOf(soldTo({ name: ' Madonna ' })))).toEqual([[], ['-'], ['Madonna']])
  })

  test.each([
    ['Ali Demir 2', 'Ali', 'Demir 2'],
    ['Ayşe Işık 10000000146', 'Ayşe', 'Işık 10000000146'],
    ['Madonna 10000000146', '-', 'Madonna 10000000146'],
    ['A. B.', 'A.', 'B.'],
  ])('%s has a family name with letters', (given, firstName, familyName) => {
    expect(name(documentOf(soldTo({ name: given })))).toEqual([[], [firstName], [familyName]])
  })

  test('has no number in place of a name', () => {
    expect(name(documentOf(soldTo({ name: null })))).toEqual([[], [], []])
    expect(name(documentOf(soldTo({ taxNumber: '0843118681', name: null })))).toEqual([[], [], []])
  })
})

test('the company stands with its title and tax office', () => {
  const tree = documentOf(invoice())
  expect(textsAt(tree, `${COMPANY}/cac:PartyName/cbc:Name`)).toEqual([
    'Örnek Kuyumculuk ve Döviz A.Ş.',
  ])
  expect(textsAt(tree, `${COMPANY}/cac:PartyTaxScheme/cac:TaxScheme/cbc:Name`)).toEqual(['Beyoğlu'])
})

test('the description is added line by line', () => {
  const description = ' Teşekkürler \r\n\r\n<b>iade</b> & "değişim"\nyok\r'
  expect(textsAt(documentOf(invoice({ description })), 'cbc:Note')).toEqual([
    'Teşekkürler',
    '<b>iade</b> & "değişim"',
    'yok',
    'YALNIZ YÜZ BİN LİRA',
  ])
})

test('for every sale amounts are written in lira, add up, and come to what is paid', () => {
  const hundredths = (max: bigint) =>
    fc.bigInt({ min: 1n, max }).map((units) => new Big(units.toString()).div(100).toFixed(2))
  const cases = cover('ISTISNA', 'OZELMATRAH', 'SATIS')
  cases.assert(
    fc.property(
      fc.constantFrom('ISTISNA', 'OZELMATRAH', 'SATIS'),
      hundredths(99_999_999_999_999n),
      hundredths(10_000_000n),
      fc.constantFrom('perUnit', 'fixed'),
      (invoiceType, amount, exchanges, laborType) => {
        const result = calculateInvoice(sale(invoiceType, { laborType }, { amount, exchanges }))
        if (result.outcome === 'refused') return
        cases.count(invoiceType)
        const exemptionCode = invoiceType === 'SATIS' ? null : '805'
        const tree = documentOf(invoice({ invoiceType, exemptionCode, lines: result.lines }))
        expect(misplaced(tree)).toEqual([])
        for (const { name, attributes, text } of everyElement(tree)) {
          if (!name.endsWith('Amount')) continue
          expect(attributes).toEqual({ currencyID: 'TRY' })
          expect(text).toMatch(name === 'cbc:PriceAmount' ? /^\d+(\.\d{1,18})?$/ : /^\d+\.\d{2}$/)
        }
        const sum = (path: string) =>
          textsAt(tree, path)
            .reduce((total, text) => total.plus(text), new Big(0))
            .toFixed(2)
        const payable = textsAt(tree, 'cac:LegalMonetaryTotal/cbc:PayableAmount')
        const net = sum('cac:InvoiceLine/cbc:LineExtensionAmount')
        const tax = sum('cac:TaxTotal/cbc:TaxAmount')
        expect(payable).toEqual([new Big(amount).toFixed(2)])
        expect(new Big(net).plus(tax).toFixed(2)).toBe(payable[0])
        expect(sum('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toBe(net)
        expect(sum('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount')).toBe(tax)
        expect(sum('cac:InvoiceLine/cac:TaxTotal/cbc:TaxAmount')).toBe(tax)
      },
    ),
    { numRuns: 60, atLeast: 3 },
  )
})
