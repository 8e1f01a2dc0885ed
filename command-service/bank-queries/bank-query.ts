import { Map as PersistentMap } from 'immutable'
import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { BankQueryEvent, BankSource } from '#kernel/events/bank-query.ts'

export type DataOf<Type> = Extract<BankQueryEvent, { type: Type }>['data']

/** A booking that waits for a decision. */
export interface OpenBooking extends DataOf<'BookingSetAside'> {
  /** The number of bookings of the account that were set aside before. */
  readonly order: number
}

export type OpenBookings = PersistentMap<string, OpenBooking>

/** How far an account has been followed under one source. */
export interface Followed {
  /** The start of the first query. */
  readonly begunFrom: string
  /** Up to when the bank has returned all its transactions; null: never. */
  readonly queriedUntil: string | null
  /** Of the last query, whatever became of it. */
  readonly lastTo: string
}

/** The queries of one account. */
export interface AccountQueries {
  /** By the keys of their sources. */
  readonly followed: PersistentMap<string, Followed>
  /** Whose transactions all came last; the first one, before any did. Undefined: never queried; null: not named. */
  readonly lastSource: BankSource | null | undefined
  /** Of the last query that ended, successful or not. */
  readonly lastEnd: string | null
  /** Of the last query that was begun. */
  readonly attemptId: string | null
  /** Set aside and not decided, by their ids; there may be thousands. */
  readonly open: OpenBookings
  readonly setAsideCount: number
}

export type BankQueryDecision = Decision<AccountQueries, BankQueryEvent>

export const bankQuery: Aggregate<BankQueryEvent, AccountQueries> = {
  initial: {
    followed: PersistentMap(),
    lastSource: undefined,
    lastEnd: null,
    attemptId: null,
    open: PersistentMap(),
    setAsideCount: 0,
  },

  evolve(queries, { type, data }) {
    switch (type) {
      case 'BankQueryStarted':
        return { ...withQuery(queries, data), attemptId: data.attemptId }
      case 'BankAccountQueried':
        return {
          ...withQuery(queries, data, data.to),
          lastSource: data.source,
          lastEnd: endOf(data),
        }
      case 'BankQueryFailed':
        return { ...withQuery(queries, data), lastEnd: endOf(data) }
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

type Queried = DataOf<'BankQueryStarted' | 'BankAccountQueried' | 'BankQueryFailed'>

export const keyOf = (source: BankSource | null): string =>
  source === null ? '' : JSON.stringify([source.url, source.accountRef])

/** By which the end of a query is known again. */
export const endOf = ({ source, to }: Queried): string => `${keyOf(source)} ${to}`

function withQuery(
  queries: AccountQueries,
  { source, from, to }: Queried,
  until?: string,
): AccountQueries {
  const key = keyOf(source)
  const before = queries.followed.get(key)
  const queriedUntil = until ?? before?.queriedUntil ?? null
  const after = { begunFrom: before?.begunFrom ?? from, queriedUntil, lastTo: to }
  const { lastSource = source } = queries
  return { ...queries, lastSource, followed: queries.followed.set(key, after) }
}

function withBooking(
  { open, setAsideCount: order, ...queries }: AccountQueries,
  booking: DataOf<'BookingSetAside'>,
): AccountQueries {
  const setAsideCount = order + 1
  return { ...queries, open: open.set(booking.bookingId, { ...booking, order }), setAsideCount }
}
