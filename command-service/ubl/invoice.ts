import type { Decimal } from '#kernel/domain/money.ts'
import { numberToCome, ublDocument } from './document.ts'
import { type Element, lira, liraPerUnit, measured, optional, sumOf, xmlText } from './element.ts'
import { type DocumentPayment, paymentElements } from './invoice-payment.ts'
import { type Exemption, type TaxedLine, taxTotal } from './invoice-tax.ts'
import {
  companyElement,
  customerElement,
  type DocumentCompany,
  type DocumentCustomer,
} from './parties.ts'
import { isPersonNumber } from './party.ts'

export interface InvoiceDocument {
  readonly uuid: string
  /** `YYYY-MM-DD` and `HH:MM:SS` on the clock of the company. */
  readonly issueDate: string
  readonly issueTime: string
  /** Prefix of the number that the integrator will give; null where it chooses that too. */
  readonly serial: string | null
  readonly channel: 'earchive' | 'einvoice'
  readonly invoiceType: 'ISTISNA' | 'OZELMATRAH' | 'SATIS'
  /** Of the tax authority's list; null where the whole is taxed. */
  readonly exemptionCode: string | null
  readonly company: DocumentCompany
  readonly customer: DocumentCustomer
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

const profiles = { earchive: 'EARSIVFATURA', einvoice: 'TEMELFATURA' } as const
const NO_FIRST_NAME = '-'

/** The electronic invoice, as the integrator takes it. */
export function invoiceXml(invoice: InvoiceDocument): string {
  const { lines } = invoice
  const net = sumOf(lines.map(({ lineTotal }) => lineTotal))
  const gross = sumOf([net, ...lines.map(({ kdvTotal }) => kdvTotal)])
  const exemption = exemptionOf(invoice)
  return ublDocument('Invoice', {
    'cbc:ProfileID': profiles[invoice.channel],
    'cbc:ID': numberToCome(invoice),
    'cbc:CopyIndicator': 'false',
    'cbc:UUID': invoice.uuid,
    'cbc:IssueDate': invoice.issueDate,
    'cbc:IssueTime': invoice.issueTime,
    'cbc:InvoiceTypeCode': invoice.invoiceType,
    'cbc:Note': notesOf(invoice.description),
    'cbc:DocumentCurrencyCode': 'TRY',
    'cbc:LineCountNumeric': String(lines.length),
    'cac:AccountingSupplierParty': { 'cac:Party': companyElement(invoice.company) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerElement(invoice.customer) },
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

const notesOf = (description: string | null): readonly Element[] =>
  (description ?? '')
    .split(/\r\n|[\r\n]/)
    .map((line) => xmlText(line))
    .filter((line) => line !== '')
    .map((line) => ({ '#': line }))

/** UBL-TR asks for a name, of a person for two: what nobody gave is written as not known. */
function buyerElement({ name, ...customer }: DocumentCustomer): Element {
  const given = xmlText(name ?? '') || customer.taxNumber
  const isHalf = isPersonNumber(customer.taxNumber) && !given.includes(' ')
  return customerElement({ ...customer, name: isHalf ? `${NO_FIRST_NAME} ${given}` : given })
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
