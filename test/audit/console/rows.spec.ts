import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountsOf, waitingBookings } from '#audit/console/banks/rows.ts'
import { changedLevels, checksSince } from '#audit/console/compliance/rows.ts'
import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import { customerEvents } from '#kernel/records/customer-events.ts'
import { customers } from '#kernel/records/customers.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import { sanctionChecks } from '#kernel/records/sanction-checks.ts'
import { setAsideBookingTable } from '#projections/read-models/bank-accounts/tables.ts'
import {
  type GeneratedRow,
  OURS,
  readModelsForThisFile,
  replaceRows,
  rowsOf,
} from '#test/support/generated-rows.ts'

// Each query of the console on rows that its tables may have, beside the same in plain code.

const RUNS = { numRuns: 25 }

const database = readModelsForThisFile()

const ours = (rows: readonly GeneratedRow[]) => rows.filter((row) => row['company_id'] === OURS)
const text = (row: GeneratedRow | undefined, column: string) => String(row?.[column])
const moment = (row: GeneratedRow, column: string) => Date.parse(text(row, column))
const number = (row: GeneratedRow, column: string) => Number(row[column] ?? 0)

type Order = (row: GeneratedRow) => readonly (string | number | boolean)[]
/** By the first of these that differs. */
const sorted = (rows: readonly GeneratedRow[], order: Order) =>
  rows.toSorted((one, other) => {
    const [mine, others] = [order(one), order(other)]
    const at = mine.findIndex((value, index) => value !== others[index])
    return (mine[at] ?? 0) < (others[at] ?? 0) ? -1 : 1
  })

test('banks: accounts in the order of the list, and what of each waits', async () => {
  const { pool } = database()
  const accounts = rowsOf(tableOf(bankAccounts), {})
  const bookings = rowsOf(setAsideBookingTable, {
    account_id: ['0'.repeat(24), `${'0'.repeat(23)}1`, 'unknown'],
    reason: ['unreadable', 'contradicts'],
    state: ['open', 'open', 'recorded', 'dismissed'],
  })
  await fc.assert(
    fc.asyncProperty(accounts, bookings, async (listed, setAside) => {
      await replaceRows(pool, { bank_account: listed, set_aside_booking: setAside })
      const open = ours(setAside).filter(({ state }) => state === 'open')
      const counts = (id: unknown, reason: string) =>
        open.filter((row) => row['account_id'] === id && row['reason'] === reason).length
      const expected = sorted(ours(listed), (row) => [
        row['archived'] === true,
        number(row, 'created_at'),
        text(row, 'id'),
      ])
      const found = await accountsOf({ pool }, OURS)
      expect(found.map(({ id, unreadable, contradicts }) => [id, unreadable, contradicts])).toEqual(
        expected.map(({ id }) => [id, counts(id, 'unreadable'), counts(id, 'contradicts')]),
      )
      const oldest = sorted(open, (row) => [moment(row, 'set_aside_at'), text(row, 'id')])
      const nameOf = (id: unknown) => ours(listed).find((row) => row['id'] === id)?.['name'] ?? id
      const waiting = await waitingBookings({ pool }, OURS)
      expect(waiting.map(({ id, account }) => [id, account])).toEqual(
        oldest.map((row) => [row['id'], nameOf(row['account_id'])]),
      )
    }),
    RUNS,
  )
})

test('compliance: checks since a moment, that moment among them, and those that matched', async () => {
  const { pool } = database()
  const since = 1_795_167_900_000
  const checks = rowsOf(tableOf(sanctionChecks), {
    created_at: [`${since}000`, `${since - 1}999`, `${since}001`],
    source: ['api', 'rescreening'],
    masak_count: [0, 0, 1],
    wanted_count: [0, 0, 2],
    pep_count: [0, 0, 1],
  })
  await fc.assert(
    fc.asyncProperty(checks, async (rows) => {
      await replaceRows(pool, { sanction_check: rows })
      const ofDay = ours(rows).filter((row) => number(row, 'created_at') >= since * 1_000)
      const matched = ofDay.filter((row) =>
        ['masak_count', 'wanted_count', 'pep_count'].some((column) => number(row, column) > 0),
      )
      const newest = sorted(matched, (row) => [
        number(row, 'created_at'),
        text(row, 'id'),
      ]).toReversed()
      const found = await checksSince(pool, OURS, since)
      expect([
        found.all,
        found.matched,
        found.rescreening,
        found.newest.map(({ id }) => id),
      ]).toEqual([
        ofDay.length,
        matched.length,
        ofDay.filter(({ source }) => source === 'rescreening').length,
        newest.map(({ id }) => id).slice(0, 20),
      ])
    }),
    RUNS,
  )
})

test('compliance: levels that changed for a person, whatever the spelling, and not for another or elsewhere', async () => {
  const { pool } = database()
  const since = '2026-11-20T09:45:00.123Z'
  const given = { record_level: [0, 1, 1, 3] }
  const registered = rowsOf(tableOf(customerEvents), {
    ...given,
    event_date: [since, '2026-11-20T09:45:00.122Z', '2026-11-20T09:45:00.124Z'],
  })
  await fc.assert(
    fc.asyncProperty(registered, rowsOf(tableOf(customers), given), async (events, accounts) => {
      await replaceRows(pool, { customer_event: events, customer: accounts })
      const order: Order = (row) => [moment(row, 'event_date'), text(row, 'id')]
      const ofPeople = sorted(
        ours(events).filter(({ id_no }) => id_no !== null),
        order,
      )
      const changed = ofPeople.flatMap((event, index) => {
        const earlier = ofPeople
          .slice(0, index)
          .findLast((other) => other['normal_number'] === event['normal_number'])
        const before = earlier?.['record_level'] ?? null
        const isNew =
          moment(event, 'event_date') >= Date.parse(since) && before !== event['record_level']
        const names = sorted(
          ours(accounts).filter((row) => row['normal_number'] === event['normal_number']),
          (row) => [
            -number(row, 'record_level'),
            row['id_no'] !== event['id_no'],
            moment(row, 'created_date'),
            text(row, 'id'),
          ],
        )
        return isNew
          ? [[event['id'], names[0]?.['name_surname'] ?? null, before, event['record_level']]]
          : []
      })
      const found = await changedLevels(pool, OURS, new Date(since))
      expect(found.map(({ id, name, before, level }) => [id, name, before, level])).toEqual(
        changed.toReversed(),
      )
    }),
    RUNS,
  )
})
