import { type CalendarDay, dayIn } from '#kernel/domain/calendar-day.ts'
import { laterDay } from '#kernel/domain/retention.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { PlacedEvent } from '#kernel/platform/event-store/event-store.ts'

/** What a record is kept for. */
export type Retained = 'fiscal' | 'masak'

const retained: Readonly<Record<string, Retained>> = {
  expenseVoucher: 'fiscal',
  invoice: 'fiscal',
  bankTransaction: 'fiscal',
  setAsideBooking: 'fiscal',
  customer: 'masak',
  customerForm: 'masak',
  customerEvent: 'masak',
  idvSession: 'masak',
  sanctionCheck: 'masak',
}

/** A kind of record that is not known here is kept as long as any. */
export const retainedFor = ({ stream }: Pick<PlacedEvent, 'stream'>): Retained =>
  retained[categoryOf(stream)] ?? 'fiscal'

/** The field with the record's own date; other events count from the day on which they were recorded. */
const dateFields: Readonly<Record<string, string>> = {
  VoucherDrafted: 'transactionDate',
  VoucherImported: 'transactionDate',
  InvoiceRequested: 'transactionDate',
  InvoiceImported: 'transactionDate',
  BankTransactionRecorded: 'transactionDate',
  BookingKept: 'transactionDate',
  SanctionsChecked: 'checkedAt',
  CustomerRescreened: 'checkedAt',
  FormSubmitted: 'submittedAt',
  RegisterEventRecorded: 'eventDate',
  SessionRecorded: 'updatedAt',
  CustomerRecorded: 'lastDate',
}

/**
 * The day from which a record is kept, in the company's time zone; a later one that was recorded, in an earlier
 * zone, counts, so that nothing ends early.
 */
export function recordDay(
  { type, data }: Pick<PlacedEvent, 'type' | 'data'>,
  { recordedAt }: Pick<EventMetadata, 'recordedAt'>,
  timeZone: string,
): CalendarDay {
  const field = dateFields[type]
  const said = field === undefined ? undefined : data[field]
  const own = typeof said === 'string' ? Date.parse(said) : Number.NaN
  const day = dayIn(timeZone, Number.isNaN(own) ? Date.parse(recordedAt) : own)
  return typeof data['day'] === 'string' ? laterDay(data['day'], day) : day
}
