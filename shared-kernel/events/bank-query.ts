import { type EventOf, eventFamily, internal, open } from './event-family.ts'
import { id, instant, integer, oneOf, orNull, string } from './fields.ts'

// These shapes are on disk for ever. Change one only by a new version with an upcaster.

/** What came of asking the bank for the transactions of an account; the stream is the account's. */
export const bankQueryEvents = eventFamily('bankQuery', {
  /** Recorded before the bank is asked; queries of earlier times begin with their outcome. */
  BankQueryStarted: {
    accountId: open(id),
    from: open(instant),
    to: open(instant),
    /** Under which the bank sees its calls, and under which transactions are recorded. */
    attemptId: internal(string),
  },
  BankAccountQueried: {
    accountId: open(id),
    /** The bank was asked for what it booked from here … */
    from: open(instant),
    /** … to here: the moment of the query. */
    to: open(instant),
    receivedCount: open(integer),
    /** Those that were not known before. */
    recordedCount: open(integer),
  },
  BankQueryFailed: {
    accountId: open(id),
    from: open(instant),
    to: open(instant),
    /** Up to the failure: what has been recorded stays. */
    receivedCount: open(integer),
    recordedCount: open(integer),
    reason: open(
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
