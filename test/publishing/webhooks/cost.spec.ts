import { expect, onTestFinished, test } from 'vitest'
import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables, openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import type { DeliveryStore } from '#publishing/webhooks/store/open-store.ts'
import { deliveryStore } from '#publishing/webhooks/store/open-store.ts'
import { webhookTables } from '#publishing/webhooks/store/tables.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { ENDPOINT } from './endpoints.ts'

const WAITING = 5_000
/** Of tables and indexes, in a few statements. */
const FEW_ROWS = 200

/** A store in which each record has an event that waits, and how many rows something reads of it. */
async function storeOfManyHeads() {
  const databaseUrl = await databaseForThisTest()
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  onTestFinished(() => pool.end())
  const { client, close } = await openLeaderConnection(
    databasesOfRoles(databaseUrl).webhooks,
    silentLogger,
  )
  onTestFinished(close)
  await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
  await pool.query(
    `insert into webhooks.delivery
       (endpoint_id, position, webhook_id, record, type, body, is_head, next_at)
     select $1, number, number, number, 'type', 'body', true,
       now() - interval '1 hour' + number * interval '1 millisecond'
     from generate_series(1, ${WAITING}) as number`,
    [ENDPOINT],
  )
  await pool.query('analyze')
  const rowsRead = async () => {
    // A session may keep for a second what it has counted.
    for (const session of [client, pool]) {
      await session.query('select pg_stat_force_next_flush()')
      await session.query('select 1')
    }
    const { rows } = await pool.query<{ count: string }>(
      `select sum(seq_tup_read + idx_tup_fetch)::text as count
       from pg_stat_user_tables where schemaname = 'webhooks'`,
    )
    return Number(rows[0]?.count)
  }
  return {
    store: deliveryStore(client),
    pool,
    rowsReadBy: async (work: () => Promise<unknown>) => {
      const before = await rowsRead()
      await work()
      return (await rowsRead()) - before
    },
  }
}

/** As often as it takes PostgreSQL to plan a statement once for all. */
async function chooseOften(store: DeliveryStore, due: number) {
  for (let time = 0; time < 8; time++) {
    expect(await store.due(ENDPOINT, ['1'], 8)).toHaveLength(due)
    await store.nextInMs(ENDPOINT, ['1'])
  }
}

test('choosing the next deliveries reads a few of many that are due', async () => {
  const { store, rowsReadBy } = await storeOfManyHeads()

  expect(await rowsReadBy(() => chooseOften(store, 8))).toBeLessThan(FEW_ROWS)
})

test('it reads a few of many that are to be tried later', async () => {
  const { store, pool, rowsReadBy } = await storeOfManyHeads()
  await pool.query(`update webhooks.delivery set next_at = next_at + interval '2 hours'`)
  await pool.query('analyze')

  expect(await rowsReadBy(() => chooseOften(store, 0))).toBeLessThan(FEW_ROWS)
  expect(await store.nextInMs(ENDPOINT, [])).toBeGreaterThan(3_500_000)
})

test('it reads a few of many to find one that was not tried, also if there is none', async () => {
  const { store, pool, rowsReadBy } = await storeOfManyHeads()
  const untried = async () => {
    for (let time = 0; time < 8; time++) await store.untried(ENDPOINT, ['1'])
  }
  expect(await store.untried(ENDPOINT, [String(WAITING)])).toMatchObject({
    record: String(WAITING - 1),
  })
  expect(await rowsReadBy(untried)).toBeLessThan(FEW_ROWS)
  await pool.query('update webhooks.delivery set attempts = 1')
  await pool.query('vacuum analyze webhooks.delivery')

  expect(await store.untried(ENDPOINT, [])).toBeUndefined()
  expect(await rowsReadBy(untried)).toBeLessThan(FEW_ROWS)
})

test('it reads a few of many that a replay holds', async () => {
  const { store, pool, rowsReadBy } = await storeOfManyHeads()
  await pool.query(
    `insert into webhooks.replay (endpoint_id, since, position) values ($1, now(), 0)`,
    [ENDPOINT],
  )

  expect(await rowsReadBy(() => chooseOften(store, 0))).toBeLessThan(FEW_ROWS)
  expect(await store.nextInMs(ENDPOINT, [])).toBe(1_000)
  // What a replay brings is due last.
  await pool.query(`update webhooks.replay set position = 5`)
  await pool.query(`update webhooks.delivery set next_at = now() where position <= 5`)
  expect(await rowsReadBy(() => chooseOften(store, 4))).toBeLessThan(FEW_ROWS)
})
