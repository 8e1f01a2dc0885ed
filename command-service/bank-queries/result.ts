import type { Static } from 'typebox'
import type { GatewayFailure } from '#command/providers/bank-gateway/port.ts'
import type { BankQueryResult } from '#kernel/contract/bank-queries.ts'
import type { DataOf, OpenBooking, OpenBookings } from './bank-query.ts'

type Result = Static<typeof BankQueryResult>
export type AccountResult = Result['results'][number]

export type FailureReason = DataOf<'BankQueryFailed'>['reason']

/** What stopped a query, and what the bank said to that. */
export interface QueryFailure {
  readonly reason: FailureReason
  readonly providerError: GatewayFailure['providerError']
}

export const SKIPPED = 'Another query of this account is running.'

export const sharedMessage = ({ accountId, name }: { accountId: string; name: string }): string =>
  `Not asked: the account “${name}” (${accountId}) has the same reference at the bank, and is asked for it.`

/** What had not come under the reference before this one may never come. */
export const earlierMessage = (accountRef: string, failure: QueryFailure): string =>
  `The last days under the earlier reference ${accountRef} are missing, and are not asked for again: ${messageOf(failure)}`

const messages: Readonly<Record<FailureReason, string>> = {
  timeout: 'The bank did not answer in time.',
  unavailable: 'The bank could not be reached.',
  refused: 'The bank refused the query.',
  rateLimited: 'The bank wants fewer queries; try again later.',
  unreadable: 'The bank’s answer could not be read.',
  interrupted: 'The query was stopped before the bank had answered.',
  tooMuch: 'The bank has more transactions than fit into one query.',
  notRecorded: 'The bank’s answer could not be recorded; query it again.',
}

/** A message for the caller; the bank's own message if it refused. */
export const messageOf = ({ reason, providerError }: QueryFailure): string =>
  reason === 'refused' && providerError !== null
    ? `${messages.refused} ${providerError.code}: ${providerError.message}`
    : messages[reason]

const MOST_NAMED = 10
const LONGEST_NAME = 60

/** Names the bookings that wait for a person, the oldest first. */
export function setAsideMessage(open: OpenBookings): string {
  const oldest = [...open.values()].toSorted((one, other) => one.order - other.order)
  const names = [...new Set(oldest.map(nameOf))]
  const named = names.slice(0, MOST_NAMED).join(', ')
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  const [bookings, wait] = open.size === 1 ? ['booking', 'waits'] : ['bookings', 'wait']
  return `${open.size} ${bookings} set aside ${wait} for a person’s decision: ${named}${more}.`
}

/** As `20261120-0000042 (islTtr)`. */
function nameOf({ stamp, reason, faults }: OpenBooking): string {
  const members = [...new Set(faults.map(({ member }) => member))].join(', ')
  const name = stamp === null ? 'without a stamp' : shortened(stamp)
  return reason === 'contradicts' ? `${name} (contradicts: ${members})` : `${name} (${members})`
}

const shortened = (stamp: string) =>
  stamp.length > LONGEST_NAME
    ? `${stamp.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '')}…`
    : stamp

export function resultOf(results: readonly AccountResult[], ranAt: string): Result {
  const count = (status: AccountResult['status']) =>
    results.filter((result) => result.status === status).length
  const [succeeded, failed, skipped] = [count('success'), count('failed'), count('skipped')]
  return {
    total: results.length,
    triggered: succeeded + failed,
    succeeded,
    failed,
    skipped,
    results: [...results],
    ranAt,
  }
}
