import type { Static } from 'typebox'
import type { GatewayFailure } from '#command/providers/bank-gateway/port.ts'
import type { BankQueryResult } from '#kernel/contract/bank-queries.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'

type Result = Static<typeof BankQueryResult>
export type AccountResult = Result['results'][number]

export type FailureReason = Extract<BankQueryEvent, { type: 'BankQueryFailed' }>['data']['reason']

/** What stopped a query, and what the bank said to that. */
export interface QueryFailure {
  readonly reason: FailureReason
  readonly providerError: GatewayFailure['providerError']
}

export const SKIPPED = 'Another query of this account is running.'

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
