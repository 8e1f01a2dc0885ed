import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'

type Of<Type extends KmtsVerificationEvent['type']> = Extract<
  KmtsVerificationEvent,
  { type: Type }
>['data']

export type StartedQuery = Of<'KmtsQueryStarted'>
export type QueryAnswer = Of<'KmtsChecked'>
export type QueryFailure = Of<'KmtsQueryFailed'>

/** A query that was made here, or one of another channel (`recorded`). */
export type KmtsVerification =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly query: StartedQuery }
  | EndedQuery
  | { readonly status: 'recorded' }

export type EndedQuery =
  | { readonly status: 'answered'; readonly query: StartedQuery; readonly answer: QueryAnswer }
  | { readonly status: 'failed'; readonly query: StartedQuery; readonly failure: QueryFailure }

export type KmtsDecision = Decision<KmtsVerification, KmtsVerificationEvent>

/** One attempt at the register. */
export const kmtsVerification: Aggregate<KmtsVerificationEvent, KmtsVerification> = {
  initial: { status: 'none' },

  evolve(verification, event) {
    switch (event.type) {
      case 'KmtsQueryStarted':
        return { status: 'pending', query: event.data }
      case 'KmtsChecked':
        return { status: 'answered', query: queryOf(verification), answer: event.data }
      case 'KmtsQueryFailed':
        return { status: 'failed', query: queryOf(verification), failure: event.data }
      case 'KmtsVerificationRecorded':
        return { status: 'recorded' }
      default:
        return assertNever(event)
    }
  },
}

/** What each event changes for the recovery of queries that have no outcome. */
export const openQueryAfter = {
  KmtsQueryStarted: 'open',
  KmtsChecked: 'ended',
  KmtsQueryFailed: 'ended',
  KmtsVerificationRecorded: 'unchanged',
} as const satisfies Record<KmtsVerificationEvent['type'], 'open' | 'ended' | 'unchanged'>

function queryOf(verification: KmtsVerification): StartedQuery {
  if ('query' in verification) return verification.query
  throw new Error(`a KMTS query that is ${verification.status} was never started`)
}
