import type { BankQueryDecision, DataOf } from './bank-query.ts'

// A person's decisions about bookings that were set aside.

/** Nothing for a booking that waits no more. */
export const recordSetAside =
  (data: DataOf<'SetAsideBookingRecorded'>): BankQueryDecision =>
  ({ open }) =>
    open.has(data.bookingId) ? [{ type: 'SetAsideBookingRecorded', data }] : []

/** Nothing for a booking that waits no more. */
export const dismissSetAside =
  (data: DataOf<'SetAsideBookingDismissed'>): BankQueryDecision =>
  ({ open }) =>
    open.has(data.bookingId) ? [{ type: 'SetAsideBookingDismissed', data }] : []
