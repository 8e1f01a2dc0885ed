import type { Decider } from '#kernel/domain/decider.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'

type DataOf<Type> = Extract<BankQueryEvent, { type: Type }>['data']

export type BankQueryCommand =
  | { readonly type: 'RecordQuery'; readonly query: DataOf<'BankAccountQueried'> }
  | { readonly type: 'RecordFailure'; readonly failure: DataOf<'BankQueryFailed'> }

/** How far an account has been followed at its bank. */
export interface AccountQueries {
  /** Until when the bank has told all it had; null: it never has. */
  readonly queriedUntil: string | null
  /** Of the last query, whatever came of it. */
  readonly lastTo: string | null
}

export const bankQuery: Decider<BankQueryCommand, BankQueryEvent, AccountQueries> = {
  initial: { queriedUntil: null, lastTo: null },

  decide(command, { lastTo }) {
    const event = eventOf(command)
    return event.data.to === lastTo ? [] : [event]
  },

  evolve({ queriedUntil }, { type, data: { to } }) {
    return { queriedUntil: type === 'BankAccountQueried' ? to : queriedUntil, lastTo: to }
  },
}

const eventOf = (command: BankQueryCommand): BankQueryEvent =>
  command.type === 'RecordQuery'
    ? { type: 'BankAccountQueried', data: command.query }
    : { type: 'BankQueryFailed', data: command.failure }
