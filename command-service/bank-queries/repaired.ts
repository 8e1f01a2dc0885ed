import type { BankQueryDecision } from './bank-query.ts'
import { differences } from './contradictions.ts'
import type { Delivery } from './delivery.ts'
import type { Recording } from './record-transactions.ts'

/** Of one append. */
export const MOST_REPAIRED = 100

/**
 * Ends what waits for a decision where the bank now says it readably: the same stamp, with nothing other than
 * what could be read before. Where the bank still delivers the unreadable booking beside it, it is another one.
 */
export const repaired =
  ({
    accountId,
    timeZone,
    delivery,
  }: Recording & { readonly delivery: Delivery }): BankQueryDecision =>
  ({ open }) => {
    const { transactions, setAside } = delivery
    if (transactions.size === 0) return []
    return [...open]
      .flatMap(([bookingId, booking]) => {
        if (booking.reason !== 'unreadable' || setAside.has(bookingId)) return []
        const transaction = transactions.get(booking.stamp ?? '')
        if (transaction === undefined) return []
        if (differences(booking, transaction, timeZone).length > 0) return []
        return [{ bookingId, transactionId: transaction.transactionId }]
      })
      .slice(0, MOST_REPAIRED)
      .map((ids) => ({ type: 'SetAsideBookingRecorded', data: { accountId, ...ids } }))
  }
