import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { id, instant, integer, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

/** The queries of an account's transactions at the bank, in the account's stream. */
export const bankQueryEvents = eventFamily('bankQuery', {
  /** Recorded before the call. Old streams may hold outcomes without this event. */
  BankQueryStarted: {
    accountId: publicField(id),
    from: publicField(instant),
    to: publicField(instant),
    /** The id of the calls at the bank, also in the metadata of the recorded transactions. */
    attemptId: internal(string),
  },
  BankAccountQueried: {
    accountId: publicField(id),
    /** The start of the queried period. */
    from: publicField(instant),
    /** The end of the queried period: the moment of the query. */
    to: publicField(instant),
    receivedCount: publicField(integer),
    /** The number of transactions that were new. */
    recordedCount: publicField(integer),
  },
  BankQueryFailed: {
    accountId: publicField(id),
    from: publicField(instant),
    to: publicField(instant),
    /** The number received before the failure; recorded transactions stay. */
    receivedCount: publicField(integer),
    recordedCount: publicField(integer),
    reason: publicField(
      oneOf(
        'timeout',
        'unavailable',
        'refused',
        'rateLimited',
        'unreadable',
        'interrupted',
        'tooMuch',
        'notRecorded',
      ),
    ),
    providerCode: internal(orNull(string)),
  },
})

export type BankQueryEvent = EventOf<typeof bankQueryEvents>
