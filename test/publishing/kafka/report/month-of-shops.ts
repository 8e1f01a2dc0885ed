import { onTestFinished } from 'vitest'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { expenseVouchers } from '#publishing/events/expense-vouchers.ts'
import { invoices } from '#publishing/events/invoices.ts'
import { type MonthReport, monthReport } from '#publishing/kafka/report/month-report.ts'
import { openTables, type TableName } from '#publishing/kafka/report/tables.ts'
import { fold, type KeyState, nothing } from '#publishing/kafka/states/fold.ts'
import { stateNouns } from '#publishing/kafka/states/state-nouns.ts'
import { ISTANBUL, NEW_YORK, purchases, sales } from '#test/support/gold-trade.ts'

export interface Shop {
  readonly id: string
  readonly title: string
  readonly timeZone: typeof ISTANBUL | typeof NEW_YORK
}

export const bazaar: Shop = {
  id: 'c0ffee000000000000000001',
  title: 'Çarşı <b>Kuyumculuk</b>',
  timeZone: ISTANBUL,
}
export const overseas: Shop = {
  id: 'c0ffee000000000000000002',
  title: 'O’Neil & Sons',
  timeZone: NEW_YORK,
}

const families = { expense_voucher: expenseVouchers, invoice: invoices }
const eventsOf: Record<TableName, (shop: Shop) => readonly AnyEvent[]> = {
  expense_voucher: ({ id, timeZone }) => purchases(id, timeZone),
  invoice: ({ id, timeZone }) => sales(id, timeZone),
}

/** The records of a state topic: one for each event, as the feed writes them. */
function* recordsOf(table: TableName, shop: Shop) {
  const states = new Map<string, KeyState>()
  let offset = 0n
  for (const event of eventsOf[table](shop)) {
    const circumstances = { companyId: shop.id, personRef: () => null }
    const published = families[table].publish(event, circumstances)
    const noun = published && stateNouns[published.noun]
    if (published === undefined || noun === undefined) continue
    const before = states.get(published.key) ?? nothing
    const after = fold(noun, before, { ...published, recordedAt: '2026-11-20T10:00:00Z' })
    states.set(published.key, after)
    offset += 1n
    const state = after.isDeleted ? null : JSON.stringify(after.fields)
    yield { key: published.key, offset, state }
  }
}

/** The report on what these shops bought and sold. */
export async function reportOf(
  month: string,
  {
    isTest = false,
    shops = [bazaar, overseas],
  }: { isTest?: boolean; shops?: readonly Shop[] } = {},
): Promise<MonthReport> {
  const tables = await openTables()
  onTestFinished(() => tables.close())
  return monthReport(
    {
      tables,
      companiesOf: async (ids) => shops.filter(({ id }) => ids.includes(id)),
      statesOf: async (table, see) => {
        for (const shop of shops) for (const one of recordsOf(table, shop)) see(one)
      },
    },
    { month, isTest },
  )
}
