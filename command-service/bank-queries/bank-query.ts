import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider, Decision } from '#kernel/domain/decider.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'

/** How far an account has been followed at its bank. */
export interface AccountQueries {
  /** Up to when the bank has returned all its transactions; null: never. */
  readonly queriedUntil: string | null
  /** Of the last query that ended, successful or not. */
  readonly lastTo: string | null
  /** Of the last query that was begun. */
  readonly attemptId: string | null
}

export type BankQueryDecision = Decision<AccountQueries, BankQueryEvent>

export const bankQuery: Decider<BankQueryDecision, BankQueryEvent, AccountQueries> = {
  initial: { queriedUntil: null, lastTo: null, attemptId: null },

  decide: (decision, queries) => decision(queries),

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
