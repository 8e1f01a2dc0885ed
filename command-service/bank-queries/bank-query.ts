import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'

type DataOf<Type> = Extract<BankQueryEvent, { type: Type }>['data']

export type BankQueryCommand =
  | { readonly type: 'StartQuery'; readonly query: DataOf<'BankQueryStarted'> }
  | { readonly type: 'RecordQuery'; readonly query: DataOf<'BankAccountQueried'> }
  | { readonly type: 'RecordFailure'; readonly failure: DataOf<'BankQueryFailed'> }

/** How far an account has been followed at its bank. */
export interface AccountQueries {
  /** Until when the bank has told all it had; null: it never has. */
  readonly queriedUntil: string | null
  /** Of the last query that ended, whatever came of it. */
  readonly lastTo: string | null
  /** Of the last query that was begun. */
  readonly attemptId: string | null
}

export const bankQuery: Decider<BankQueryCommand, BankQueryEvent, AccountQueries> = {
  initial: { queriedUntil: null, lastTo: null, attemptId: null },

  decide(command, { lastTo, attemptId }) {
    switch (command.type) {
      case 'StartQuery': {
        const { query } = command
        return query.attemptId === attemptId ? [] : [{ type: 'BankQueryStarted', data: query }]
      }
      case 'RecordQuery': {
        const { query } = command
        return query.to === lastTo ? [] : [{ type: 'BankAccountQueried', data: query }]
      }
      case 'RecordFailure': {
        const { failure } = command
        return failure.to === lastTo ? [] : [{ type: 'BankQueryFailed', data: failure }]
      }
      default:
        return assertNever(command)
    }
  },

  evolve(queries, { type, data }) {
    switch (type) {
      case 'BankQueryStarted':
        return { ...queries, attemptId: data.attemptId }
      case 'BankAccountQueried':
        return { ...queries, queriedUntil: data.to, lastTo: data.to }
      case 'BankQueryFailed':
        return { ...queries, lastTo: data.to }
      default:
        return assertNever(type)
    }
  },
}
