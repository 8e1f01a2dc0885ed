import type { Decimal } from '#kernel/domain/money.ts'
import { ublDocument } from './document.ts'
import { type Element, lira, measured, optional, sumOf } from './element.ts'
import { isPersonNumber, partyElement } from './party.ts'

export interface CreditNote {
  readonly uuid: string
  /** `YYYY-MM-DD` and `HH:MM:SS` on the clock of the company. */
  readonly issueDate: string
  readonly issueTime: string
  /** Prefix of the number that the integrator will give; null where it chooses that too. */
  readonly serial: string | null
  readonly company: CreditNoteCompany
  readonly seller: CreditNoteSeller
  readonly lines: readonly CreditNoteLine[]
  readonly note: string | null
}

export interface CreditNoteCompany {
  readonly title: string
  readonly taxNumber: string
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly email: string | null
}

export interface CreditNoteSeller {
  readonly taxNumber: string
  readonly name: string | null
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly webSite: string | null
  readonly country: string | null
}

export interface CreditNoteLine {
  readonly name: string
  readonly quantity: Decimal
  readonly unitType: 'GRM' | 'C62'
  readonly price: Decimal
  readonly amount: Decimal
}

const NO_SERIAL = 'AAA'

/** The electronic expense voucher: what the company credits to a private seller, free of tax. */
export function creditNoteXml(note: CreditNote): string {
  const total = sumOf(note.lines.map(({ amount }) => amount))
  return ublDocument('CreditNote', {
    'cbc:ProfileID': 'GIDERPUSULASI',
    'cbc:ID': numberToCome(note),
    'cbc:CopyIndicator': 'false',
    'cbc:UUID': note.uuid,
    'cbc:IssueDate': note.issueDate,
    'cbc:IssueTime': note.issueTime,
    'cbc:CreditNoteTypeCode': 'SATIS',
    ...optional('cbc:Note', note.note),
    'cbc:DocumentCurrencyCode': 'TRY',
    'cbc:LineCountNumeric': String(note.lines.length),
    'cac:AccountingSupplierParty': { 'cac:Party': companyElement(note.company) },
    'cac:AccountingCustomerParty': { 'cac:Party': sellerElement(note.seller) },
    'cac:TaxTotal': noTaxOn(total),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': lira(total),
      'cbc:TaxExclusiveAmount': lira(total),
      'cbc:TaxInclusiveAmount': lira(total),
      'cbc:PayableAmount': lira(total),
    },
    'cac:CreditNoteLine': note.lines.map(lineElement),
  })
}

/** Of the form that the schema demands; no number given ends in zeros alone. */
const numberToCome = ({ serial, issueDate }: CreditNote): string =>
  `${serial ?? NO_SERIAL}${issueDate.slice(0, 4)}000000000`

const companyElement = ({ email, ...company }: CreditNoteCompany): Element =>
  partyElement({
    ...company,
    person: isPersonNumber(company.taxNumber) ? company.title : null,
    country: null,
    mail: email,
    webSite: null,
  })

function sellerElement({ name, ...seller }: CreditNoteSeller): Element {
  const isPerson = isPersonNumber(seller.taxNumber)
  return partyElement({
    ...seller,
    title: isPerson ? null : name,
    person: isPerson ? name : null,
  })
}

const noTaxOn = (total: Decimal): Element => ({
  'cbc:TaxAmount': lira('0'),
  'cac:TaxSubtotal': {
    'cbc:TaxableAmount': lira(total),
    'cbc:TaxAmount': lira('0'),
    'cbc:Percent': '0',
    'cac:TaxCategory': { 'cac:TaxScheme': { 'cbc:Name': 'KDV', 'cbc:TaxTypeCode': '0015' } },
  },
})

const lineElement = (line: CreditNoteLine, index: number): Element => ({
  'cbc:ID': String(index + 1),
  'cbc:CreditedQuantity': measured(line.quantity, line.unitType),
  'cbc:LineExtensionAmount': lira(line.amount),
  'cac:Item': { 'cbc:Name': line.name },
  'cac:Price': { 'cbc:PriceAmount': lira(line.price) },
})
