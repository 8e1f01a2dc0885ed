import type { Decimal } from '#kernel/domain/money.ts'
import type { DocumentParty } from '#kernel/events/document.ts'
import { amountInWords } from './amount-in-words.ts'
import { notesOf, numberToCome, ublDocument } from './document.ts'
import { type Element, lira, liraPerUnit, measured, optional, sumOf, xmlText } from './element.ts'
import { type DocumentPayment, paymentElements } from './invoice-payment.ts'
import { type Exemption, type TaxedLine, taxTotal } from './invoice-tax.ts'
import { companyElement, customerElement, type DocumentCompany } from './parties.ts'

export interface InvoiceDocument {
  readonly uuid: string
  /** `YYYY-MM-DD` and `HH:MM:SS` on the clock of the company. */
  readonly issueDate: string
  readonly issueTime: string
  /** Prefix of the number that the integrator will give; null where it chooses that too. */
  readonly serial: string | null
  readonly channel: 'earchive' | 'einvoice'
  /** Of an invoice to an e-invoice taxpayer. */
  readonly scenario: 'TEMELFATURA' | 'TICARIFATURA'
  readonly invoiceType: 'ISTISNA' | 'OZELMATRAH' | 'SATIS'
  /** Of the tax authority's list; null where the whole is taxed. */
  readonly exemptionCode: string | null
  readonly company: DocumentCompany
  readonly customer: DocumentParty
  readonly lines: readonly InvoiceDocumentLine[]
  readonly payment: DocumentPayment
  /** `YYYY-MM-DD` on the clock of the company. */
  readonly paymentDate: string
  /** Each of its lines is a note. */
  readonly description: string | null
}

export interface InvoiceDocumentLine extends TaxedLine {
  readonly name: string
  readonly quantity: Decimal
  readonly unitType: 'GRM' | 'C62'
  readonly stockCode: string | null
  readonly price: Decimal
}

/** The electronic invoice, as the integrator takes it. */
export function invoiceXml(invoice: InvoiceDocument): string {
  const { lines } = invoice
  const net = sumOf(lines.map(({ lineTotal }) => lineTotal))
  const gross = sumOf([net, ...lines.map(({ kdvTotal }) => kdvTotal)])
  const exemption = exemptionOf(invoice)
  return ublDocument('Invoice', {
    'cbc:ProfileID': invoice.channel === 'earchive' ? 'EARSIVFATURA' : invoice.scenario,
    'cbc:ID': numberToCome(invoice),
    'cbc:CopyIndicator': 'false',
    'cbc:UUID': invoice.uuid,
    'cbc:IssueDate': invoice.issueDate,
    'cbc:IssueTime': invoice.issueTime,
    'cbc:InvoiceTypeCode': invoice.invoiceType,
    'cbc:Note': [...linesOf(invoice.description), amountInWords(gross)].flatMap(notesOf),
    'cbc:DocumentCurrencyCode': 'TRY',
    'cbc:LineCountNumeric': String(lines.length),
    ...sendType(invoice),
    'cac:AccountingSupplierParty': { 'cac:Party': companyElement(invoice.company) },
    'cac:AccountingCustomerParty': { 'cac:Party': customerElement(invoice.customer) },
    ...paymentElements(invoice.payment, invoice.paymentDate),
    'cac:TaxTotal': taxTotal(lines, exemption),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': lira(net),
      'cbc:TaxExclusiveAmount': lira(net),
      'cbc:TaxInclusiveAmount': lira(gross),
      'cbc:PayableAmount': lira(gross),
    },
    'cac:InvoiceLine': lines.map((line, index) => lineElement(line, index, exemption)),
  })
}

const exemptionOf = ({ exemptionCode, invoiceType }: InvoiceDocument): Exemption => ({
  code: exemptionCode,
  isSpecialBase: invoiceType === 'OZELMATRAH',
})

const linesOf = (description: string | null): readonly string[] =>
  (description ?? '').split(/\r\n|[\r\n]/)

/** An e-archive invoice says how its buyer gets it: always electronically. */
const sendType = ({ channel, issueDate }: InvoiceDocument): Element =>
  channel === 'einvoice'
    ? {}
    : {
        'cac:AdditionalDocumentReference': {
          'cbc:ID': 'ELEKTRONIK',
          'cbc:IssueDate': issueDate,
          'cbc:DocumentTypeCode': 'SEND_TYPE',
        },
      }

const lineElement = (line: InvoiceDocumentLine, index: number, exemption: Exemption): Element => ({
  'cbc:ID': String(index + 1),
  'cbc:InvoicedQuantity': measured(line.quantity, line.unitType),
  'cbc:LineExtensionAmount': lira(line.lineTotal),
  'cac:TaxTotal': taxTotal([line], exemption),
  'cac:Item': { 'cbc:Name': line.name, ...stockElement(line.stockCode) },
  'cac:Price': { 'cbc:PriceAmount': liraPerUnit(line.price) },
})

const stockElement = (stockCode: string | null): Element =>
  xmlText(stockCode ?? '') === ''
    ? {}
    : { 'cac:SellersItemIdentification': optional('cbc:ID', stockCode) }
