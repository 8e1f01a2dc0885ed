import { type SetAsideRow, setAsideRows } from '#command/bank-queries/set-aside-table.ts'
import type { BookingSource } from '#command/providers/bank-gateway/port.ts'
import { readModelsIn } from '#command/read-models.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { sourceOf } from './booking-source.ts'
import { scopeOf } from './find-booking.ts'

export const listCommand = command(
  'list',
  (declared) =>
    declared
      .description('Lists bookings that wait for a decision, one JSON object a line.')
      .option('--company <id>', 'only of this company')
      .option('--account <id>', 'only of this bank account')
      .option('--all', 'also those that are decided'),
  ({ options }, { environment, stdout }) =>
    withSystem(findSystem(environment, 'command'), async (system) => {
      const wanted = { ...scopeOf(options), onlyOpen: options.all !== true }
      for await (const row of setAsideRows(readModelsIn(system.pool), wanted)) {
        const source = await sourceOf(system, row.id)
        stdout.write(jsonLine(lineOf(row, source)))
      }
      return 0
    }),
)

const lineOf = (row: SetAsideRow, booking: BookingSource | null) => ({
  id: row.id,
  companyId: row.company_id,
  accountId: row.account_id,
  stamp: row.stamp,
  reason: row.reason,
  faults: row.faults,
  incoming: row.incoming,
  transactionDate: row.transaction_date,
  amount: row.amount,
  currency: row.currency,
  setAsideAt: row.set_aside_at,
  state: row.state,
  decidedAt: row.decided_at,
  transactionId: row.transaction_id,
  dismissedFor: row.dismissed_for,
  /** As the bank wrote it. */
  booking,
})
