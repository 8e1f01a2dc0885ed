import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Kafka, logLevel } from 'kafkajs'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { expenseVouchers } from '#publishing/events/expense-vouchers.ts'
import { databaseForThisTest } from '#test/support/database.ts'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import {
  asFigures,
  goldIn,
  goldOf,
  ISTANBUL,
  NEW_YORK,
  purchases,
  sales,
} from '#test/support/gold-trade.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import { withLog } from '#test/support/with-log.ts'
import { analysts } from './analysts.ts'
import { startBroker } from './broker.ts'
import { startFeedProcess } from './feed-process.ts'

const SHOPS = ['c0ffee000000000000000001', 'c0ffee000000000000000002']
/** The second shop is in another time zone. */
const zoneOf = (companyId: string) => (companyId === SHOPS[1] ? NEW_YORK : ISTANBUL)
const ROUNDS = 30
const SHOWN_WITHIN_MS = 90_000

type Log = Parameters<Parameters<typeof withLog>[1]>[0]

test('the analysts’ gold table is right after any kills and aborted transactions', async () => {
  const broker = await startBroker()
  onTestFinished(broker.close)
  const { url: eventStoreUrl, databases } = await eventStoreProcessForThisTest()
  const vaultKey = randomBytes(32)
  const brokers = broker.address
  const databaseUrl = databases.feed
  const feed = await startFeedProcess({ brokers, databaseUrl, eventStoreUrl, vaultKey })
  onTestFinished(async () => void (await feed.end('SIGKILL')))
  await vi.waitFor(async () => expect((await feed.status()).phase).toBe('publishing'), {
    timeout: SHOWN_WITHIN_MS,
    interval: 100,
  })
  const table = await databaseForThisTest()
  const pool = openPool(table, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const reader = readerOf(brokers, table)
  onTestFinished(reader.kill)
  const { goldByDuckDb, goldByEvents, monthByDuckDb, startClickHouse } = await analysts(brokers)
  let goldByClickHouse: () => unknown = () => undefined

  await withLog({ databaseUrl, eventStoreUrl, vaultKey: vaultKey.toString('hex') }, async (log) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(SHOPS.map((companyId) => trade(log, companyId, round)))
      if (round === 10) await untilSomeIsShown(pool)
      if (round === 10) goldByClickHouse = startClickHouse()
      if (round === 15) await reader.killAndStart()
      if (round === 20) await feed.end('SIGKILL')
      if (round === 22) feed.start()
      if (round === 25) await giveUpATransaction(brokers)
    }
  })

  const expected = SHOPS.flatMap((companyId) => goldOf(companyId, ROUNDS, zoneOf(companyId)))
  await vi.waitFor(async () => expect(await goldIn(pool)).toEqual(expected), {
    timeout: SHOWN_WITHIN_MS,
    interval: 250,
  })
  expect(await goldByDuckDb()).toEqual(asFigures(expected))
  expect(await goldByEvents()).toEqual(asFigures(expected).map(bought))
  const month = await monthByDuckDb('2026-11')
  for (const { company_id, day, bought_grams } of expected.filter(({ is_test }) => !is_test)) {
    const [, figures = ''] = month.split(`${company_id}: gold, grams of fine metal`)
    expect(figures).toMatch(new RegExp(`${day}<td>bought.*right>${bought_grams}\n`))
  }
  await vi.waitFor(() => expect(goldByClickHouse()).toEqual(asFigures(expected).map(bought)), {
    timeout: SHOWN_WITHIN_MS,
    interval: 250,
  })
})

/** Of a row's figures, those of purchases. */
const bought = (row: readonly unknown[]) => row.slice(0, 5)

/** The example as its README starts it. */
function readerOf(brokers: string, databaseUrl: string) {
  const start = () =>
    spawn(process.execPath, ['docs/feed-consumer/daily-gold.ts'], {
      env: {
        ...process.env,
        NODE_NO_WARNINGS: '1',
        KAFKA_BROKERS: brokers,
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let child = start()
  const kill = () => ended(child)
  return {
    kill,
    async killAndStart() {
      await kill()
      child = start()
    },
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const untilSomeIsShown = (pool: pg.Pool) =>
  vi.waitFor(async () => expect((await goldIn(pool)).length).toBeGreaterThan(0), {
    timeout: SHOWN_WITHIN_MS,
    interval: 100,
  })

async function trade(log: Log, companyId: string, round: number) {
  const prefix = `${companyId}-${round}`
  for (const event of purchases(prefix, zoneOf(companyId)))
    await write(expenseVoucherEvents, event, event.data.voucherId)
  for (const event of sales(prefix, zoneOf(companyId)))
    await write(invoiceEvents, event, event.data.invoiceId)

  async function write<Event extends AnyEvent>(
    family: EventFamily<Event>,
    event: NoInfer<Event>,
    id: string,
  ) {
    const stream = `${family.category}-${id}`
    const at = new Date().toISOString()
    const after = revisions.get(stream)
    const written = await recordEvents(log, {
      family,
      events: [event],
      stream,
      companyId,
      at,
      after,
    })
    revisions.set(stream, written.revision)
  }
}

const revisions = new Map<string, bigint>()

/** Purchases of an aborted transaction, which must not be counted. */
async function giveUpATransaction(brokers: string) {
  const companyId = SHOPS[0] ?? ''
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING })
  const producer = kafka.producer({
    transactionalId: 'another',
    maxInFlightRequests: 1,
    idempotent: true,
  })
  await producer.connect()
  const transaction = await producer.transaction()
  const messages = purchases('never')
    .flatMap((event) => expenseVouchers.publish(event, { companyId, personRef: () => null }) ?? [])
    .map(({ key, type, data }) => ({
      key,
      value: JSON.stringify(data),
      headers: { ce_type: type },
    }))
  await transaction.send({ topic: expenseVouchers.topic, messages })
  await transaction.abort()
  await producer.disconnect()
}
