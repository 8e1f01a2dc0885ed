import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayCells } from '#audit/console/today/today-cells.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import {
  type GeneratedRow,
  OURS,
  readModelsForThisFile,
  replaceRows,
  rowsOf,
} from '#test/support/generated-rows.ts'

const database = readModelsForThisFile()

const ours = (rows: readonly GeneratedRow[]) => rows.filter((row) => row['company_id'] === OURS)
const text = (row: GeneratedRow, column: string) => String(row[column])
const moment = (row: GeneratedRow, column: string) => Date.parse(text(row, column))

test('today: the first and the last moment of both days, by the zone of the company', async () => {
  const { pool } = database()
  const timeZone = 'Europe/Istanbul'
  const days = ['2026-11-20', '2026-11-13']
  const edges = days.flatMap((day) => [`${day}T00:00:00+03:00`, `${day}T23:59:59.999+03:00`])
  const moments = [
    ...edges.map((edge) => new Date(edge).toISOString()),
    ...edges.map((edge) =>
      new Date(Date.parse(edge) + (edge.includes('T00') ? -1 : 1)).toISOString(),
    ),
    '2026-11-20T09:45:00Z',
  ]
  const given = {
    transaction_date: moments,
    fine_grams: ['1.5', '0.001'],
    amount: ['15100', '15100.00'],
  }
  const vouchers = rowsOf(tableOf(expenseVouchers), {
    ...given,
    lifecycle: ['draft', 'finalized', 'abandoned'],
    state: ['draft', 'unknown'],
    template_material: ['gold', 'silver'],
  })
  const sold = rowsOf(tableOf(invoices), {
    ...given,
    payable_total: ['15100', '0.10'],
    material: ['gold', 'silver'],
  })
  await fc.assert(
    fc.asyncProperty(vouchers, sold, async (bought, issued) => {
      await replaceRows(pool, { expense_voucher: bought, invoice: issued })
      const stateOf = (row: GeneratedRow) => {
        if (row['is_cancelled'] === true) return 'cancelled'
        return row['lifecycle'] === 'draft'
          ? row['state'] === null
            ? 'draft'
            : text(row, 'state')
          : text(row, 'lifecycle')
      }
      const documents = [
        ...ours(bought).map((row) => ({
          row,
          side: 'bought',
          state: stateOf(row),
          material: row['template_material'],
          amount: row['amount'],
        })),
        ...ours(issued).map((row) => ({
          row,
          side: 'sold',
          state: row['cancelled_at'] === null ? 'issued' : 'cancelled',
          material: row['material'],
          amount: row['payable_total'],
        })),
      ]
      const counted = documents.filter(
        ({ row }) =>
          row['visible'] === true &&
          days.includes(dayIn(timeZone, moment(row, 'transaction_date'))),
      )
      const groups = Map.groupBy(counted, ({ row, side, state, material }) => {
        const at = moment(row, 'transaction_date')
        const hour = new Date(at + 3 * 3_600_000).getUTCHours()
        return [side, dayIn(timeZone, at), hour, state, material].join()
      })
      const sum = (values: readonly unknown[]) =>
        values.reduce((total: number, value) => total + Math.round(Number(value ?? 0) * 1_000), 0)
      const expected = new Map(
        [...groups].map(([name, all]) => [
          name,
          [
            all.length,
            sum(all.map(({ amount }) => amount)),
            sum(all.map(({ row }) => row['fine_grams'])),
          ],
        ]),
      )
      const cells = await dayCells(pool, { companyId: OURS, timeZone, day: '2026-11-20' })
      const found = cells.map(
        ({ side, day, hour, state, material, documents: count, amount, grams }) =>
          [
            [side, day, hour, state, material].join(),
            [count, sum([amount]), sum([grams])],
          ] as const,
      )
      expect(new Map(found)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})
