import { XmlDocument } from 'libxml2-wasm'
import { compare, type Decimal, parseDecimal, roundTo, toMoney } from '#kernel/domain/money.ts'
import { MOST_QUANTITY_DECIMALS } from './element.ts'

/** What was sent; null where it is known no more. */
interface SentCreditNote {
  readonly seller: string | null
  /** `YYYY-MM-DD` */
  readonly issueDate: string | null
  readonly amount: Decimal
  readonly quantity: Decimal
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = {
  cn: `${UBL}:CreditNote-2`,
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
}

const places = {
  seller:
    'cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID[@schemeID="TCKN" or @schemeID="VKN"]',
  issueDate: 'cbc:IssueDate',
  payable: 'cac:LegalMonetaryTotal/cbc:PayableAmount',
  lineAmount: 'cac:CreditNoteLine/cbc:LineExtensionAmount',
  quantity: 'cac:CreditNoteLine/cbc:CreditedQuantity',
} as const

/** What a well-formed CreditNote says otherwise than the one that was sent; undefined where nothing. */
export function differenceFrom(file: Buffer, sent: SentCreditNote): string | undefined {
  const document = XmlDocument.fromBuffer(file)
  try {
    const textAt = (place: keyof typeof places) => textIn(document, places[place])
    const isSeller = sent.seller === null || textAt('seller') === sent.seller
    const isDay = sent.issueDate === null || textAt('issueDate') === sent.issueDate
    const amount = toMoney(sent.amount)
    const isAmount = isNumber(textAt('payable'), amount) && isNumber(textAt('lineAmount'), amount)
    const quantity = roundTo(sent.quantity, MOST_QUANTITY_DECIMALS)
    if (!isSeller) return 'another seller'
    if (!isDay) return 'another day'
    if (!isAmount) return 'another amount'
    return isNumber(textAt('quantity'), quantity) ? undefined : 'another quantity'
  } finally {
    document.dispose()
  }
}

/** Undefined where there is none, or more than one. */
function textIn(document: XmlDocument, place: string): string | undefined {
  const found = document.find(`/cn:CreditNote/${place}`, namespaces)
  return found.length === 1 ? found[0]?.content.trim() : undefined
}

function isNumber(text: string | undefined, value: Decimal): boolean {
  const number = parseDecimal(text ?? '')
  return number !== undefined && compare(number, value) === 0
}
