import type { Static } from 'typebox'
import type { DetailedSanctionCheck, SanctionCheck } from '#kernel/contract/sanction-checks.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { type NarrowCustomerRow, narrowCustomer } from '#kernel/records/customers.ts'
import { type DetailRow, type ListRow } from '#kernel/records/record.ts'
import { detail, item } from '#kernel/records/response.ts'
import { checkQuery, checkSummary, sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { keptMatches } from '#kernel/records/sanction-matches.ts'

type Row = DetailRow<typeof sanctionChecks.sections>

/** A check as the answer to its request shows it. */
export const sanctionCheck = (
  row: Parameters<typeof checkQuery>[0] &
    Parameters<typeof checkSummary>[0] &
    Pick<Row, 'id' | 'matches' | 'checked_at'>,
): Static<typeof SanctionCheck> => ({
  id: row.id,
  query: checkQuery(row),
  summary: checkSummary(row),
  matches: keptMatches(row.matches),
  checkedAt: row.checked_at.toISOString(),
})

/** What the company's own records say of the person now. */
interface OwnRecords {
  readonly customer: NarrowCustomerRow | undefined
  readonly events: readonly ListRow<typeof customerEvents.sections>[]
}

export const detailedSanctionCheck = (
  row: Row,
  { customer, events }: OwnRecords,
): Static<typeof DetailedSanctionCheck> => ({
  ...detail(sanctionChecks, row),
  customer: customer === undefined ? null : narrowCustomer.show(customer),
  customerEvents: events.map((event) => item(customerEvents, event)),
})
