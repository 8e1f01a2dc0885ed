import type { Static } from 'typebox'
import type { CustomerStanding } from '#kernel/contract/customers.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { type NarrowCustomerRow, narrowCustomer } from '#kernel/records/customers.ts'
import { type ListRow } from '#kernel/records/record.ts'
import { item } from '#kernel/records/response.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

type Standing = Static<typeof CustomerStanding>

/** What the read models say of one customer. */
export interface CustomerStandingRows {
  readonly customer: NarrowCustomerRow
  readonly events: readonly ListRow<typeof customerEvents.sections>[]
  readonly check: {
    readonly checked_at: Date
    readonly wanted_query: boolean
    readonly pep_query: boolean
    readonly is_error: boolean
  } | null
  readonly form: {
    readonly id: string
    readonly is_approval: boolean
    readonly is_signed: boolean
    readonly created_at: string
    readonly has_pending: boolean
  } | null
}

const NO_RECORD = 0

const stranger: Standing = {
  exists: false,
  customer: null,
  recordLevel: null,
  events: [],
  masak: null,
  verification: null,
}

export function customerStanding(rows: CustomerStandingRows | undefined): Standing {
  if (rows === undefined) return stranger
  const { customer, events, check, form } = rows
  return {
    exists: true,
    customer: narrowCustomer.show(customer),
    recordLevel: customer.record_level ?? NO_RECORD,
    events: events.map((event) => item(customerEvents, event)),
    masak: check && {
      lastQueriedAt: check.checked_at.toISOString(),
      types: [
        'masak',
        ...(check.wanted_query ? (['wanted'] as const) : []),
        ...(check.pep_query ? (['pep'] as const) : []),
      ],
      isError: check.is_error,
    },
    verification: form && {
      latestId: form.id,
      isApproval: form.is_approval,
      isSigned: form.is_signed,
      lastFormAt: isoMicroseconds(form.created_at),
      hasPendingForm: form.has_pending,
    },
  }
}
