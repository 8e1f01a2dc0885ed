import { decimal, flag, instant, json, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** What cannot be read of a booking, by the bank's names. */
interface MemberFault {
  readonly member: string
  readonly rule: string
}

/** The bookings of a bank that were set aside, for the operator. Nothing in it is personal. */
export const setAsideBookingTable = table(
  'set_aside_booking',
  {
    company_id: text,
    id: text,
    account_id: text,
    stamp: orNull(text),
    reason: oneOf('unreadable', 'contradicts'),
    faults: json<readonly MemberFault[]>(),
    incoming: orNull(flag),
    transaction_date: orNull(instant),
    amount: orNull(decimal),
    currency: orNull(text),
    set_aside_at: instant,
    state: oneOf('open', 'recorded', 'dismissed'),
    decided_at: orNull(instant),
    /** As which it was recorded. */
    transaction_id: orNull(text),
    /** Why a person dismissed it. */
    dismissed_for: orNull(text),
  },
  { key: ['company_id', 'id'], indexes: ["(id) where state = 'open'", '(stamp)'] },
)
