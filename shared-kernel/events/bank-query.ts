import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { id, instant, integer, oneOf, orNull, string } from './fields.ts'

// These shapes are on disk for ever. Change one only by a new version with an upcaster.

/** What came of asking the bank for the transactions of an account; the stream is the account's. */
export const bankQueryEvents = eventFamily('bankQuery', {
  /** Recorded before the bank is asked; queries of earlier times begin with their outcome. */
  BankQueryStarted: {
    accountId: publicField(id),
    from: publicField(instant),
    to: publicField(instant),
    /** Under which the bank sees its calls, and under which transactions are recorded. */
    attemptId: internal(string),
  },
  BankAccountQueried: {
    accountId: publicField(id),
    /** The bank was asked for what it booked from here … */
    from: publicField(instant),
    /** … to here: the moment of the query. */
    to: publicField(instant),
    receivedCount: publicField(integer),
    /** Those that were not known before. */
    recordedCount: publicField(integer),
  },
  BankQueryFailed: {
    accountId: publicField(id),
    from: publicField(instant),
    to: publicField(instant),
    /** Up to the failure: what has been recorded stays. */
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
