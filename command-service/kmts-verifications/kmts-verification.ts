import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'

type Of<Type extends KmtsVerificationEvent['type']> = Extract<
  KmtsVerificationEvent,
  { type: Type }
>['data']

export type StartedQuery = Of<'KmtsQueryStarted'>
export type QueryAnswer = Of<'KmtsQueryAnswered'>
export type QueryFailure = Of<'KmtsQueryFailed'>

type StartQuery = { readonly type: 'StartQuery'; readonly query: StartedQuery }
type RecordAnswer = { readonly type: 'RecordAnswer'; readonly answer: QueryAnswer }
type RecordFailure = { readonly type: 'RecordFailure'; readonly failure: QueryFailure }

export type KmtsCommand = StartQuery | RecordAnswer | RecordFailure

/** A query that was made here, or one of another channel (`recorded`). */
export type KmtsVerification =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly query: StartedQuery }
  | EndedQuery
  | { readonly status: 'recorded' }

export type EndedQuery =
  | { readonly status: 'answered'; readonly query: StartedQuery; readonly answer: QueryAnswer }
  | { readonly status: 'failed'; readonly query: StartedQuery; readonly failure: QueryFailure }

/** One attempt at the register. What is recorded of it first counts; what comes later is dropped. */
export const kmtsVerification: Decider<KmtsCommand, KmtsVerificationEvent, KmtsVerification> = {
  initial: { status: 'none' },

  decide(command, { status }) {
    switch (command.type) {
      case 'StartQuery':
        if (status === 'recorded') return reject('CONFLICT', 'This query was made elsewhere.')
        return status === 'none' ? [{ type: 'KmtsQueryStarted', data: command.query }] : []
      case 'RecordAnswer':
        return ended(status, { type: 'KmtsQueryAnswered', data: command.answer })
      case 'RecordFailure':
        return ended(status, { type: 'KmtsQueryFailed', data: command.failure })
      default:
        return assertNever(command)
    }
  },

  evolve(verification, event) {
    switch (event.type) {
      case 'KmtsQueryStarted':
        return { status: 'pending', query: event.data }
      case 'KmtsQueryAnswered':
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

function ended(
  status: KmtsVerification['status'],
  event: KmtsVerificationEvent,
): readonly KmtsVerificationEvent[] {
  switch (status) {
    case 'pending':
      return [event]
    case 'answered':
    case 'failed':
      return []
    case 'none':
    case 'recorded':
      return notFound('KMTS query')
    default:
      return assertNever(status)
  }
}

function queryOf(verification: KmtsVerification): StartedQuery {
  if ('query' in verification) return verification.query
  throw new Error(`a KMTS query that is ${verification.status} was never started`)
}
