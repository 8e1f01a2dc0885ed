import { describe, expect, test } from 'vitest'
import { type InvoiceDocument, invoiceXml } from '#command/ubl/invoice.ts'
import { sale } from '../invoices/calculation/samples.ts'
import { invoice, linesOf, soldTo } from './invoice-samples.ts'
import { at, type Tree, textsAt, treeOf } from './tree.ts'

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
