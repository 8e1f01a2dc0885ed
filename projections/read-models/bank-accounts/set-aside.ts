import type { BankQueryEvent } from '#kernel/events/bank-query.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { RowOf } from '#kernel/records/table.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import type { setAsideBookingTable } from './tables.ts'

type SetAsideEvent = Extract<
  BankQueryEvent,
  { type: 'BookingSetAside' | 'SetAsideBookingRecorded' | 'SetAsideBookingDismissed' }
>
type Decided = Exclude<SetAsideEvent, { type: 'BookingSetAside' }>
type Row = RowOf<typeof setAsideBookingTable>

export const isAboutSetAside = (event: BankQueryEvent): event is SetAsideEvent =>
  'bookingId' in event.data

/** Requests the row that `showSetAside` changes. */
export const wantSetAside = (
  { data }: SetAsideEvent,
  { companyId }: EventMetadata,
  model: ReadModel,
) => model.setAsideBooking.want(companyId, data.bookingId)

export function showSetAside(event: SetAsideEvent, metadata: EventMetadata, model: ReadModel) {
  const { companyId, recordedAt } = metadata
  if (event.type === 'BookingSetAside') {
    model.setAsideBooking.put(openRow(event.data, metadata))
    return
  }
  const row = model.setAsideBooking.get(companyId, event.data.bookingId)
  if (row === undefined) return
  model.setAsideBooking.put({ ...row, ...decision(event), decided_at: recordedAt })
}

const openRow = (
  data: Extract<SetAsideEvent, { type: 'BookingSetAside' }>['data'],
  { companyId, recordedAt }: EventMetadata,
): Row => ({
  company_id: companyId,
  id: data.bookingId,
  account_id: data.accountId,
  stamp: data.stamp,
  reason: data.reason,
  faults: data.faults,
  incoming: data.incoming,
  transaction_date: data.transactionDate,
  amount: data.amount,
  currency: data.currency,
  set_aside_at: recordedAt,
  state: 'open',
  decided_at: null,
  transaction_id: null,
  dismissed_for: null,
})

const decision = (event: Decided) =>
  event.type === 'SetAsideBookingRecorded'
    ? ({ state: 'recorded', transaction_id: event.data.transactionId } as const)
    : ({ state: 'dismissed', dismissed_for: event.data.reason } as const)
