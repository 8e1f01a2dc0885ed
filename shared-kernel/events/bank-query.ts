import { type Static, Type } from 'typebox'
import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, integer, list, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

/** What an account is followed by at its bank. Another one is another history. */
const BankSource = Type.Object({
  accountRef: string,
  /** Of the company's own account at the gateway; null: the one in the settings. */
  url: orNull(string),
})
export type BankSource = Static<typeof BankSource>

/** Null: recorded before sources were. Then it is the one that the account had at that moment. */
const source = internal(orNull(BankSource))

const types = {
  /** Recorded before the call. Old streams may hold outcomes without this event. */
  BankQueryStarted: {
    accountId: publicField(id),
    from: publicField(instant),
    to: publicField(instant),
    /** The id of the calls at the bank, also in the metadata of the recorded transactions. */
    attemptId: internal(string),
    source,
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
    source,
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
    source,
  },
  /**
   * A booking that is not recorded until a person decides, or until the bank sends it in a form that can be
   * read. Its own stream keeps what the bank wrote.
   */
  BookingSetAside: {
    accountId: publicField(id),
    bookingId: publicField(id),
    /** Null where it cannot be read. */
    stamp: internal(orNull(string)),
    /** `contradicts`: another transaction is recorded for the stamp. */
    reason: publicField(oneOf('unreadable', 'contradicts')),
    /** The bank's names of the members at fault, each with the rule that it breaks. */
    faults: internal(list(Type.Object({ member: string, rule: string }))),
    incoming: publicField(orNull(boolean)),
    transactionDate: publicField(orNull(instant)),
    amount: publicField(orNull(decimal)),
    currency: publicField(orNull(string)),
  },
  /** By a person who said what it is, or as the bank sent it later. */
  SetAsideBookingRecorded: {
    accountId: publicField(id),
    bookingId: publicField(id),
    transactionId: publicField(id),
  },
  /** A person decided that it is no transaction of the account. */
  SetAsideBookingDismissed: {
    accountId: publicField(id),
    bookingId: publicField(id),
    reason: internal(string),
  },
}

const withoutSource = [(data: Readonly<Record<string, unknown>>) => ({ ...data, source: null })]

/** The queries of an account's transactions at the bank, in the account's stream. */
export const bankQueryEvents = eventFamily('bankQuery', types, {
  BankQueryStarted: withoutSource,
  BankAccountQueried: withoutSource,
  BankQueryFailed: withoutSource,
})

export type BankQueryEvent = EventOf<typeof bankQueryEvents>
