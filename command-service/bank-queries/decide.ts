import { type BankQueryDecision, type DataOf, endOf } from './bank-query.ts'

export const startQuery =
  (data: DataOf<'BankQueryStarted'>): BankQueryDecision =>
  ({ attemptId }) =>
    data.attemptId === attemptId ? [] : [{ type: 'BankQueryStarted', data }]

export const recordQuery =
  (data: DataOf<'BankAccountQueried'>): BankQueryDecision =>
  ({ lastEnd }) =>
    endOf(data) === lastEnd ? [] : [{ type: 'BankAccountQueried', data }]

export const recordFailure =
  (data: DataOf<'BankQueryFailed'>): BankQueryDecision =>
  ({ lastEnd }) =>
    endOf(data) === lastEnd ? [] : [{ type: 'BankQueryFailed', data }]

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
