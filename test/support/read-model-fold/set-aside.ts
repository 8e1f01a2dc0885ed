import type { BankQueryEvent } from '#kernel/events/bank-query.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import { columns, instant, type Row } from './values.ts'

type SetAsideEvent = Extract<BankQueryEvent, { readonly data: { readonly bookingId: string } }>

const undecided = { state: 'open', decided_at: null, transaction_id: null, dismissed_for: null }

/** A booking that was set aside after one more of its events. */
export function setAsideRow(event: SetAsideEvent, metadata: EventMetadata, before: Row): Row {
  const at = instant(metadata.recordedAt)
  if (event.type === 'BookingSetAside') {
    const { bookingId: id, ...rest } = event.data
    return { ...columns({ ...rest, id }), ...undecided, set_aside_at: at }
  }
  return event.type === 'SetAsideBookingRecorded'
    ? { ...before, state: 'recorded', decided_at: at, transaction_id: event.data.transactionId }
    : { ...before, state: 'dismissed', decided_at: at, dismissed_for: event.data.reason }
}
