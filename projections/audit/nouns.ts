/** The kinds of record that auditors can name. */
export const nouns = [
  'expense-voucher',
  'invoice',
  'kmts-verification',
  'sanction-check',
  'customer',
  'customer-form',
  'bank-account',
  'bank-transaction',
  'company',
] as const

export type Noun = (typeof nouns)[number]

export const nounNamed = (name: string | undefined): Noun | undefined =>
  nouns.find((noun) => noun === name)

/** One record of a noun; its id is unique in the whole system. */
export interface Subject {
  readonly noun: Noun
  readonly id: string
}

export interface OwnedSubject extends Subject {
  readonly companyId: string
}

const categories: Readonly<Record<Noun, string>> = {
  'expense-voucher': 'expenseVoucher',
  invoice: 'invoice',
  'kmts-verification': 'kmtsVerification',
  'sanction-check': 'sanctionCheck',
  customer: 'customer',
  'customer-form': 'customerForm',
  'bank-account': 'bankAccount',
  'bank-transaction': 'bankTransaction',
  company: 'company',
}

/** The record's own stream. */
export const ownStream = ({ noun, id }: Subject): string => `${categories[noun]}-${id}`
