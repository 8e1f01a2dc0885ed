import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { cellsStatement, type DayCell } from '#audit/console/today/today-cells.ts'
import { type Lookup, lookupIn } from '#audit/finding/lookup.ts'
import { sourceOf } from '#audit/finding/sources.ts'
import { type Noun, nouns } from '#audit/nouns.ts'
import { monthlyNouns } from '#audit/page/pages/browse.ts'
import { type MonthPlace, monthQuery } from '#audit/page/records/month.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { makeTables } from '#test/query-service/service.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { LARGE, manyRows } from '#test/support/many-rows.ts'
import { rowsReadIn, scansIn } from '#test/support/plans.ts'

const sizes = { large: 60_000, companies: 20, small: 200 }
const all = [
  LARGE,
  ...Array.from({ length: 20 }, (_, index) => `d${String(index).padStart(23, '0')}`),
]

/** Tables with few rows per company: no company has a thousand accounts. */
const short: ReadonlySet<Noun> = new Set(['bank-account', 'company'])
const long = nouns.filter((noun) => !short.has(noun))

const running = searchingManyRows()

const asked = (companies: readonly string[]): Lookup => ({
  companies,
  spellings: ['S4711', 's4711'],
  numbers: [
    { serial: 'GP', number: '4711' },
    { serial: 'GP4', number: '711' },
  ],
  persons: companies.map((company) => `${company} calls somebody this`),
})

describe.each(long)('a value of a record: %s', (noun) => {
  test.each([
    ['one company', [LARGE]],
    ['all companies', all],
  ])('is found in %s without a full table scan', async (_, companies) => {
    const { text, values = [] } = lookupIn(sourceOf(noun), asked(companies))
    const { rows } = await running().query(`explain (analyze, format json) ${text}`, values)
    expect(scansIn(rows)).toEqual([])
  })
})

const found: readonly [Noun, string, Partial<Lookup>][] = [
  ['expense-voucher', 'serial and number', { numbers: [{ serial: 'GP', number: '4712' }] }],
  ['expense-voucher', 'officialNumber', { spellings: ['EGP2026000004711'] }],
  ['invoice', 'invoiceNumber', { spellings: ['ABC2026000004711'] }],
  ['kmts-verification', 'scannedCode', { spellings: ['KMV4711'] }],
  ['bank-transaction', 'stamp', { spellings: ['S4711'] }],
]

test.each(found)('a value leads to the one %s by its %s', async (noun, matched, by) => {
  const nothing = { companies: all, spellings: [], numbers: [], persons: [] }
  const { rows } = await running().query(lookupIn(sourceOf(noun), { ...nothing, ...by }))
  expect(rows).toEqual([{ company_id: LARGE, id: expect.any(String), matched }])
})

describe.each(monthlyNouns)('a month with thousands of records: %s', (noun) => {
  const middle = { at: '1705000000000000', id: '0'.repeat(24) }
  test.each<[string, MonthPlace | undefined]>([
    ['begins', undefined],
    ['goes on', { side: 'behind', ...middle }],
    ['goes back', { side: 'before', ...middle }],
  ])('%s with a page that reads no more rows than it shows, twice at most', async (_, place) => {
    const month = { companyId: LARGE, month: '2024-01', timeZone: 'Europe/Istanbul' }
    const { text, values } = monthQuery({ ...month, noun, place })
    const { rows } = await running().query(`explain (analyze, format json) ${text}`, values)
    expect(scansIn(rows)).toEqual([])
    expect(rowsReadIn(rows)).toBeLessThanOrEqual(2 * 51)
  })
})

test('a day of the console reads that day and the same weekday before, and nothing else', async () => {
  const values = [LARGE, 'Europe/Istanbul', '2024-01-10']
  const { rows: cells } = await running().query<DayCell>(cellsStatement, values)
  const documents = cells.reduce((sum, cell) => sum + cell.documents, 0)
  expect(documents).toBeGreaterThan(0)
  expect(documents).toBeLessThan(20_000)
  const { rows } = await running().query(`explain (analyze, format json) ${cellsStatement}`, values)
  expect(scansIn(rows)).toEqual([])
  // Bitmaps count a row in the index and in the table; a day's limits are rows, too.
  expect(rowsReadIn(rows)).toBeLessThanOrEqual(3 * documents + 20)
})

function searchingManyRows(): () => pg.Pool {
  let pool: pg.Pool | undefined
  beforeAll(async () => {
    const databaseUrl = await freshDatabase()
    const opened = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
    await makeTables(opened)
    const wanted = new Set([...long, ...monthlyNouns].map((noun) => sourceOf(noun).table))
    for (const table of readModels.tables) {
      if (wanted.has(table.name)) await opened.query(manyRows('read_model', table, sizes))
    }
    await opened.query('vacuum analyze')
    pool = opened
    return async () => {
      await opened.end()
      await dropDatabase(databaseUrl)
    }
  })
  return () => {
    if (pool === undefined) throw new Error('the rows are made before the first test')
    return pool
  }
}
