import { Map as PersistentMap } from 'immutable'
import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'

export type DataOf<Type> = Extract<BankQueryEvent, { type: Type }>['data']

/** A booking that waits for a decision. */
export interface OpenBooking extends DataOf<'BookingSetAside'> {
  /** The number of bookings of the account that were set aside before. */
  readonly order: number
}

export type OpenBookings = PersistentMap<string, OpenBooking>

/** How far an account has been followed at its bank. */
export interface AccountQueries {
  /** Up to when the bank has returned all its transactions; null: never. */
  readonly queriedUntil: string | null
  /** Of the last query that ended, successful or not. */
  readonly lastTo: string | null
  /** Of the last query that was begun. */
  readonly attemptId: string | null
  /** Set aside and not decided, by their ids; there may be thousands. */
  readonly open: OpenBookings
  readonly setAsideCount: number
}

export type BankQueryDecision = Decision<AccountQueries, BankQueryEvent>

export const bankQuery: Aggregate<BankQueryEvent, AccountQueries> = {
  initial: {
    queriedUntil: null,
    lastTo: null,
    attemptId: null,
    open: PersistentMap(),
    setAsideCount: 0,
  },

  evolve(queries, { type, data }) {
    switch (type) {
      case 'BankQueryStarted':
        return { ...queries, attemptId: data.attemptId }
      case 'BankAccountQueried':
        return { ...queries, queriedUntil: data.to, lastTo: data.to }
      case 'BankQueryFailed':
        return { ...queries, lastTo: data.to }
      case 'BookingSetAside':
        return withBooking(queries, data)
      case 'SetAsideBookingRecorded':
      case 'SetAsideBookingDismissed':
        return { ...queries, open: queries.open.delete(data.bookingId) }
      default:
        return assertNever(type)
    }
  },
}

function withBooking(
  { open, setAsideCount: order, ...queries }: AccountQueries,
  booking: DataOf<'BookingSetAside'>,
): AccountQueries {
  const setAsideCount = order + 1
  return { ...queries, open: open.set(booking.bookingId, { ...booking, order }), setAsideCount }
}
