import { Type } from 'typebox'
import { type EventOf, eventFamily, internal } from './event-family.ts'
import { boolean, day, decimal, id, oneOf, string } from './fields.ts'

/** The document that a claim is made for. The existence of the document confirms the claim. */
const Owner = Type.Object({ kind: oneOf('expenseVoucher', 'invoice'), id })

/**
 * The documents of one person and year, by day and amount, to detect duplicates. The stream's name is
 * a keyed hash of kind, company, identity and year.
 */
export const documentLedgerEvents = eventFamily('documentLedger', {
  DocumentClaimed: { owner: internal(Owner), day: internal(day), amount: internal(decimal) },
  DocumentReleased: { owner: internal(Owner) },
})

export type DocumentLedgerEvent = EventOf<typeof documentLedgerEvents>

/** The document that uses a bank transaction: at most one at a time. */
export const transactionClaimEvents = eventFamily('transactionClaim', {
  TransactionClaimed: { transactionId: internal(id), owner: internal(Owner) },
  TransactionReleased: { transactionId: internal(id), owner: internal(Owner) },
})

export type TransactionClaimEvent = EventOf<typeof transactionClaimEvents>

const taking = {
  serial: internal(string),
  number: internal(decimal),
  documentId: internal(id),
  given: internal(boolean),
  /** The last number of the gapless sequence, after this event; given numbers may be above it. */
  sequence: internal(decimal),
  /** The number of given numbers above the sequence. */
  ahead: internal(Type.Integer({ minimum: 0 })),
}

/** The numbers of one company and serial, in the order in which they were taken. */
export const numberBookEvents = eventFamily('numberBook', {
  NumberTaken: taking,
  /** Another system gave it to its document. The sequence goes on behind it, if it was not further already. */
  NumberImported: taking,
})

export type NumberBookEvent = EventOf<typeof numberBookEvents>
