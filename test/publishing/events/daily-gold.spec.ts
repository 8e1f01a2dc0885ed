import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { DecidedFamily } from '#publishing/events/decision.ts'
import { expenseVouchers } from '#publishing/events/expense-vouchers.ts'
import { invoices } from '#publishing/events/invoices.ts'
import { databaseForThisTest } from '#test/support/database.ts'
import { goldIn, goldOf, ISTANBUL, NEW_YORK, purchases, sales } from '#test/support/gold-trade.ts'
import { takeBatch } from '../../../docs/feed-consumer/daily-gold.ts'

const SHOPS = ['c0ffee000000000000000001', 'c0ffee000000000000000002']
/** The second shop is in another time zone. */
const zoneOf = (companyId: string) => (companyId === SHOPS[1] ? NEW_YORK : ISTANBUL)
const VOUCHERS = 'sarraf.expense-vouchers.v1'
const INVOICES = 'sarraf.invoices.v1'

async function analystsDatabase() {
  const pool = openPool(await databaseForThisTest(), { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  await pool.query(await readFile('docs/feed-consumer/daily-gold.sql', 'utf8'))
  return pool
}

const records = (family: DecidedFamily, companyId: string, events: readonly AnyEvent[]) =>
  events
    .flatMap((event) => family.publish(event, { companyId, personRef: () => null }) ?? [])
    .map(({ key, type, data }) => ({
      key: Buffer.from(key),
      value: Buffer.from(JSON.stringify(data)),
      timestamp: '0',
      attributes: 0,
      headers: { ce_type: Buffer.from(type) },
    }))

/** The broker's own records lie between them. */
const atOffsets = <Value extends object>(record: Value, index: number) =>
  Object.assign(record, { offset: String(index * 2) })

const purchased = SHOPS.flatMap((companyId) =>
  records(expenseVouchers, companyId, purchases(companyId, zoneOf(companyId))),
).map(atOffsets)
const sold = SHOPS.flatMap((companyId) =>
  records(invoices, companyId, sales(companyId, zoneOf(companyId))),
).map(atOffsets)
const expected = SHOPS.flatMap((companyId) => goldOf(companyId, 1, zoneOf(companyId)))

test('gold bought and sold is counted for each company and day, without cancelled invoices', async () => {
  const pool = await analystsDatabase()

  await takeBatch(pool, { topic: VOUCHERS, partition: 0, messages: purchased })
  await takeBatch(pool, { topic: INVOICES, partition: 0, messages: sold })

  expect(await goldIn(pool)).toEqual(expected)
})

test('repeated records count once, in any batches and among any other records', async () => {
  const pool = await analystsDatabase()
  const others = [
    { ...firstOf(sold), offset: '900', headers: { ce_type: 'sarraf.invoice.InvoiceSold.v9' } },
    { ...firstOf(sold), offset: '901', headers: {}, value: null },
  ]

  for (const end of [1, 5, 3, 9, 2, purchased.length, 4]) {
    const messages = purchased.slice(0, end)
    await takeBatch(pool, { topic: VOUCHERS, partition: 3, messages })
  }
  const batch = { topic: INVOICES, partition: 0, messages: [...sold, ...others] }
  await Promise.all([takeBatch(pool, batch), takeBatch(pool, batch)])
  await pool.query(await readFile('docs/feed-consumer/daily-gold.sql', 'utf8'))

  expect(await goldIn(pool)).toEqual(expected)
})

test('a failed batch leaves nothing behind, and counts when it is repeated', async () => {
  const pool = await analystsDatabase()
  const broken = { ...firstOf(purchased), offset: '998', value: Buffer.from('{') }
  const batch = { topic: VOUCHERS, partition: 0 }

  await expect(takeBatch(pool, { ...batch, messages: [...purchased, broken] })).rejects.toThrow(
    'json',
  )
  expect(await goldIn(pool)).toEqual([])
  await takeBatch(pool, { ...batch, messages: purchased })

  expect((await goldIn(pool)).map(({ bought_grams: grams }) => grams)).toEqual(
    expected.map(({ bought_grams: grams }) => grams),
  )
})

function firstOf<Value>([first]: readonly Value[]): Value {
  if (first === undefined) throw new Error('there is none')
  return first
}
