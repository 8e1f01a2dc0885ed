import type { Decimal } from '#kernel/domain/money.ts'
import { unitPrice } from '#kernel/domain/unit-price.ts'
import type { DocumentParty } from '#kernel/events/document.ts'
import { amountInWords } from './amount-in-words.ts'
import { notesOf, numberToCome, ublDocument } from './document.ts'
import { type Element, lira, liraPerUnit, measured, sumOf } from './element.ts'
import { companyElement, customerElement, type DocumentCompany } from './parties.ts'

export interface CreditNote {
  readonly uuid: string
  /** `YYYY-MM-DD` and `HH:MM:SS` on the clock of the company. */
  readonly issueDate: string
  readonly issueTime: string
  /** Prefix of the number that the integrator will give; null where it chooses that too. */
  readonly serial: string | null
  readonly company: DocumentCompany
  readonly seller: DocumentParty
  readonly lines: readonly CreditNoteLine[]
  readonly note: string | null
}

export interface CreditNoteLine {
  readonly name: string
  readonly quantity: Decimal
  readonly unitType: 'GRM' | 'C62'
  readonly amount: Decimal
}

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
    'cbc:Note': [note.note, amountInWords(total)].flatMap((text) => notesOf(text)),
    'cbc:DocumentCurrencyCode': 'TRY',
    'cbc:LineCountNumeric': String(note.lines.length),
    'cac:AccountingSupplierParty': { 'cac:Party': companyElement(note.company) },
    'cac:AccountingCustomerParty': { 'cac:Party': customerElement(note.seller) },
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
  'cac:Price': { 'cbc:PriceAmount': liraPerUnit(unitPrice(line.amount, line.quantity)) },
})
