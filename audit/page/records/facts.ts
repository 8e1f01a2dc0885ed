import { flatten } from '#audit/flatten.ts'
import type { HistoryStep } from '#audit/history/steps.ts'
import { type Noun, ownStream, type Subject } from '#audit/nouns.ts'

/** The identifying values of a record, from its latest events. */
const factNames = [
  'serial',
  'number',
  'officialNumber',
  'invoiceNumber',
  'amount',
  'uuid',
  'scannedCode',
  'stamp',
] as const

export interface Fact {
  readonly name: (typeof factNames)[number]
  readonly value: string
}

/** From the record's own stream alone: events of other streams describe other records. */
export function factsOf(subject: Subject, steps: readonly HistoryStep[]): readonly Fact[] {
  const own = steps.filter(({ stored }) => stored.stream === ownStream(subject))
  return factNames.flatMap((name) => {
    const said = own.map(({ data }) => data[name]).filter((value) => typeof value === 'string')
    const value = said.at(-1)
    return value === undefined || value === '' ? [] : [{ name, value }]
  })
}

const naming: ReadonlySet<Fact['name']> = new Set([
  'serial',
  'number',
  'invoiceNumber',
  'scannedCode',
])

/** The printed name of a record; empty if it has none yet. */
export const nameIn = (facts: readonly Fact[]): string =>
  facts
    .filter(({ name }) => naming.has(name))
    .map(({ value }) => value)
    .join(' ')

/** Event fields that refer to another record. */
const namesOf: Readonly<Record<string, Noun>> = {
  bankTransactionId: 'bank-transaction',
  transactionId: 'bank-transaction',
  voucherId: 'expense-voucher',
  invoiceId: 'invoice',
  customerId: 'customer',
  accountId: 'bank-account',
  formId: 'customer-form',
  checkId: 'sanction-check',
  verificationId: 'kmts-verification',
}

const ID = /^[0-9a-f]{24}$/

/** The record that an event field refers to, if any. */
export function namedRecord(path: string, value: unknown): Subject | undefined {
  const noun = namesOf[path.slice(path.lastIndexOf('.') + 1)]
  return noun !== undefined && typeof value === 'string' && ID.test(value)
    ? { noun, id: value }
    : undefined
}

/** Other records that a record's events refer to, each once. */
export function relatedTo(
  { noun, id }: Subject,
  steps: readonly HistoryStep[],
): readonly Subject[] {
  const named = steps.flatMap(({ data }) => [
    ...flatten(data).map(({ path, value }) => namedRecord(path, value)),
    ownerIn(data['owner']),
  ])
  const others = named.filter((one) => one !== undefined && (one.noun !== noun || one.id !== id))
  return [
    ...new Map(others.flatMap((one) => (one ? [[`${one.noun} ${one.id}`, one]] : []))).values(),
  ]
}

function ownerIn(owner: unknown): Subject | undefined {
  if (typeof owner !== 'object' || owner === null || !('id' in owner)) return undefined
  const isVoucher = 'kind' in owner && owner.kind === 'expenseVoucher'
  return namedRecord(isVoucher ? 'voucherId' : 'invoiceId', owner.id)
}
