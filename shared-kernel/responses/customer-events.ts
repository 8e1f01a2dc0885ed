import type { Static } from 'typebox'
import type {
  DetailedRegisterEvent,
  ListedRegisterEvent,
} from '#kernel/contract/compliance-events.ts'
import { type NarrowCustomerRow, narrowCustomer } from '#kernel/records/customers.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

/** A row of `customer_event`: microseconds as text. */
export interface RegisterEventRow {
  readonly id: string
  readonly event_date: Date
  readonly customer_id: string | null
  readonly id_no: string | null
  readonly record_level: number
  readonly comment: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const listedRegisterEvent = (row: RegisterEventRow): Static<typeof ListedRegisterEvent> => ({
  id: row.id,
  eventDate: row.event_date.toISOString(),
  customerId: row.customer_id,
  idNo: row.id_no,
  recordLevel: row.record_level,
  comment: row.comment,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})

export const detailedRegisterEvent = (
  row: RegisterEventRow,
  customer: NarrowCustomerRow | null,
): Static<typeof DetailedRegisterEvent> => ({
  ...listedRegisterEvent(row),
  customer: customer === null ? null : narrowCustomer.show(customer),
})
