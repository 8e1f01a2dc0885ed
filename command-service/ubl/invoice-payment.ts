import { electronicFormatIBAN } from 'ibantools'
import { type Element, optional, xmlText } from './element.ts'

export interface DocumentPayment {
  readonly type: 'bank' | 'pos' | 'expense' | 'other'
  readonly bankName: string | null
  readonly iban: string | null
  readonly approvalCode: string | null
  readonly expenseNumber: string | null
  readonly note: string | null
}

/** By UN/EDIFACT 4461: to a bank account, by card, by setting off, as agreed. */
const meansCodes = { bank: '42', pos: '48', expense: '97', other: 'ZZZ' } as const

/** How and by which day it is paid; in words only what the type has no element for. */
export const paymentElements = (payment: DocumentPayment, paymentDate: string): Element => ({
  'cac:PaymentMeans': {
    'cbc:PaymentMeansCode': meansCodes[payment.type],
    'cbc:PaymentDueDate': paymentDate,
    ...optional('cbc:InstructionNote', instructionOf(payment)),
    ...accountElement(payment),
  },
  ...termsElement(payment),
})

function instructionOf({ type, bankName, approvalCode, expenseNumber }: DocumentPayment) {
  switch (type) {
    case 'bank':
      return bankName
    case 'pos':
      return approvalCode === null ? null : `POS onay kodu: ${approvalCode}`
    case 'expense':
      return expenseNumber === null ? null : `Gider pusulası: ${expenseNumber}`
    default:
      return null
  }
}

const accountElement = ({ type, iban }: DocumentPayment): Element =>
  type === 'bank' && xmlText(iban ?? '') !== ''
    ? {
        'cac:PayeeFinancialAccount': {
          'cbc:ID': electronicFormatIBAN(xmlText(iban ?? '')) ?? '',
          'cbc:CurrencyCode': 'TRY',
        },
      }
    : {}

const termsElement = ({ type, note }: DocumentPayment): Element =>
  type === 'other' && xmlText(note ?? '') !== ''
    ? { 'cac:PaymentTerms': optional('cbc:Note', note) }
    : {}
