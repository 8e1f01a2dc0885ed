import type { AnyRecord } from '#kernel/records/record.ts'
import { type RecordName, records } from '#kernel/records/records.ts'

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

/** The record of each noun, which is also the category of its streams. */
const recordNames = {
  'expense-voucher': 'expenseVoucher',
  invoice: 'invoice',
  'kmts-verification': 'kmtsVerification',
  'sanction-check': 'sanctionCheck',
  customer: 'customer',
  'customer-form': 'customerForm',
  'bank-account': 'bankAccount',
  'bank-transaction': 'bankTransaction',
  company: 'company',
} as const satisfies Record<Noun, RecordName | 'company'>

export const recordOf = (noun: Exclude<Noun, 'company'>): AnyRecord => records[recordNames[noun]]

/** The record whose own stream it is; undefined for a stream of another kind. */
export function subjectOfStream(stream: string): Subject | undefined {
  const place = stream.indexOf('-')
  const noun = nouns.find((one) => recordNames[one] === stream.slice(0, place))
  return noun && { noun, id: stream.slice(place + 1) }
}

/** The record's own stream. */
export const ownStream = ({ noun, id }: Subject): string => `${recordNames[noun]}-${id}`
