import { Type } from 'typebox'
import { type EventOf, eventFamily, internal } from './event-family.ts'
import { boolean, day, decimal, id, oneOf, string } from './fields.ts'

/** The document that a claim is made for; a claim whose document exists is confirmed by that. */
const Owner = Type.Object({ kind: oneOf('expenseVoucher', 'invoice'), id })

/**
 * What one person was given documents for in one year, so that a second one of the same day and
 * amount is noticed. The stream's name is a keyed hash of kind, company, identity and year.
 */
export const documentLedgerEvents = eventFamily('documentLedger', {
  DocumentClaimed: { owner: internal(Owner), day: internal(day), amount: internal(decimal) },
  DocumentReleased: { owner: internal(Owner) },
})

export type DocumentLedgerEvent = EventOf<typeof documentLedgerEvents>

/** Which document a bank transaction is used for: at most one at a time. */
export const transactionClaimEvents = eventFamily('transactionClaim', {
  TransactionClaimed: { transactionId: internal(id), owner: internal(Owner) },
  TransactionReleased: { transactionId: internal(id), owner: internal(Owner) },
})

export type TransactionClaimEvent = EventOf<typeof transactionClaimEvents>

/** The numbers of one company and serial, in the order they were taken. */
export const numberBookEvents = eventFamily('numberBook', {
  NumberTaken: {
    serial: internal(string),
    number: internal(decimal),
    documentId: internal(id),
    given: internal(boolean),
    /** The last number of the sequence, this event included; given numbers may stand above it. */
    sequence: internal(decimal),
    /** How many given numbers stand above the sequence. */
    ahead: internal(Type.Integer({ minimum: 0 })),
  },
})

export type NumberBookEvent = EventOf<typeof numberBookEvents>
