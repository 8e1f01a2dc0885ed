// @module-tag embedded-node

import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { processStates } from '#command/event-sourcing/process-state.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables, openPool } from '#kernel/platform/database/postgres.ts'
import {
  BEFORE_THE_LOG,
  type EventStore,
  placeBehind,
} from '#kernel/platform/event-store/event-store.ts'
import { followLogIntoChain } from '#kernel/platform/log-chain/follower.ts'
import { signedCount } from '#kernel/platform/log-chain/signed-in-log.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { deliveryStore } from '#publishing/webhooks/store/open-store.ts'
import { webhookTables } from '#publishing/webhooks/store/tables.ts'
import { openDealer } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { clientOf, manyDrafted, newStream } from '../official-client.ts'
import { type Kept, keptPositions, move, query, shownRows } from './moving.ts'

const CUSTOMERS = 10

type Node = Awaited<ReturnType<typeof eventStoreNodeForThisTest>>

test('a moved system continues where it was, there and back', async () => {
  const [here, there] = await twoStores()
  await work(here, here, 'first')
  const before = await shownRows(here.databaseUrl)
  const keptHere = await keptPositions(here.databaseUrl)

  const moved = await move(there.url, environmentOf(here, here))
  expect(moved).toMatchObject({ exitCode: 0, report: { equal: true, copied: CUSTOMERS } })
  expect(await shownRows(here.databaseUrl)).toEqual(before)
  await expectKeptIn(there, keptHere, here)

  await work(here, there, 'second')
  expect(withoutSecond(await shownRows(here.databaseUrl))).toEqual(withoutSecond(before))
  expect(await versionsOf(here)).toEqual(['read_model'])

  const keptThere = await keptPositions(here.databaseUrl)
  const back = await move(here.url, environmentOf(here, there))
  expect(back).toMatchObject({ exitCode: 0, report: { equal: true, alreadyThere: CUSTOMERS } })
  await expectKeptIn(here, keptThere, here)
  await work(here, here, 'third')
  expect(await query(here.databaseUrl, 'select count(*)::int from read_model.customer')).toEqual([
    { count: 3 * CUSTOMERS },
  ])
  expect(await versionsOf(here)).toEqual(['read_model'])
})

test('a move that is run again changes nothing', async () => {
  const [here, there] = await twoStores()
  await work(here, here, 'first')
  await move(there.url, environmentOf(here, here))
  const kept = await keptPositions(here.databaseUrl)

  const again = await move(there.url, environmentOf(here, here))
  expect(again).toMatchObject({
    exitCode: 0,
    report: { copied: 0, alreadyThere: CUSTOMERS, translated: { places: 0, events: 0 } },
  })
  expect(await keptPositions(here.databaseUrl)).toEqual(kept)
})

test('a translation that fails half way changes no position', async () => {
  const [here, there] = await twoStores()
  await work(here, here, 'first')
  const kept = await keptPositions(here.databaseUrl)
  await query(
    here.databaseUrl,
    `create function public.fail() returns trigger as 'begin raise exception $$disk full$$; end' language plpgsql;
     create trigger fails before update on vault.log_chain execute function public.fail()`,
  )
  expect((await move(there.url, environmentOf(here, here))).said).toContain('disk full')
  expect(await keptPositions(here.databaseUrl)).toEqual(kept)

  await query(here.databaseUrl, 'drop trigger fails on vault.log_chain')
  expect(await move(there.url, environmentOf(here, here))).toMatchObject({ exitCode: 0 })
  await expectKeptIn(there, kept, here)
})

test('a running system, or one with another log, is not moved', async () => {
  const [here, there] = await twoStores()
  await work(here, here, 'first')
  const kept = await keptPositions(here.databaseUrl)
  const service = new pg.Client({
    connectionString: here.databases.query,
    application_name: 'sarraf-query',
  })
  await service.connect()
  const whileRunning = await move(there.url, environmentOf(here, here))
  expect(whileRunning).toMatchObject({
    exitCode: 1,
    said: 'A system is running on this database (sarraf-query): stop it first.',
  })
  await service.end()

  const other = await eventStoreNodeForThisTest()
  await clientOf(other.url).appendToStream(newStream('expenseVoucher'), manyDrafted(2))
  const ofAnotherLog = await move(there.url, environmentOf(here, other))
  expect(ofAnotherLog.exitCode).toBe(1)
  expect(ofAnotherLog.said).toContain('was made over another log')
  expect(await keptPositions(here.databaseUrl)).toEqual(kept)

  const occupied = await move(there.url, environmentOf(here, here))
  expect(occupied.said).toContain('the target is not a copy of the source')
})

test('a move without a target shows the usage, and a move to the present store does nothing', async () => {
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  expect(await move('embedded', nowhere)).toMatchObject({
    exitCode: 1,
    said: "The system's log is already in the embedded event store (EVENTSTORE_URL names no other).",
  })
  for (const wrong of ['', 'postgres://127.0.0.1:1/none']) {
    const { exitCode, said } = await move(wrong, nowhere)
    expect([exitCode, said]).toEqual([2, expect.stringContaining('Usage: move')])
  }
  expect((await move('esdb://127.0.0.1:2', nowhere)).said).toContain(
    'DATABASE_URL: the database does not answer',
  )
})

/** The second has a history of its own, so that the same events are at other positions there. */
async function twoStores() {
  const [here, there] = [await eventStoreNodeForThisTest(), await eventStoreNodeForThisTest()]
  await clientOf(there.url).appendToStream('$stats-127.0.0.1', manyDrafted(1000))
  return [here, there] as const
}

const environmentOf = (system: Node, log: Node) => ({
  DATABASE_URL: system.databaseUrl,
  EVENTSTORE_URL: log.url,
  DATA_DIR: join(tmpdir(), 'no-such-system'),
})

const vaultKey = randomBytes(32)

/** A system on the database of one node and the log of another comes up, works and stops. */
async function work(system: Node, log: Node, name: string): Promise<void> {
  const { databaseUrl } = system
  const dealer = await openDealer({ url: log.url, databaseUrl, vaultKey })
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  const projection = dealer.project()
  const chain = followLogIntoChain({
    pool,
    eventStore: dealer.eventStore,
    logger: silentLogger,
    signedCount: () => signedCount({ eventStore: dealer.eventStore, witness: null }),
  })
  try {
    for (let number = 0; number < CUSTOMERS; number += 1) {
      const customerId = `${name}-${number}`
      await dealer.write(customerEvents, customerId, customerRecorded({ customerId }))
    }
    await dealer.untilShown()
    const customers = await dealer.rows('select id from read_model.customer')
    await vi.waitFor(
      () => expect(chain.status()).toMatchObject({ count: customers.length, failure: undefined }),
      { timeout: LONGEST_WAIT_MS, interval: 10 },
    )
    await keepProcesses(pool, dealer.eventStore)
    await keepWebhooks(pool, dealer.eventStore)
  } finally {
    await chain.close()
    await projection.close()
    await dealer.close()
    await pool.end()
  }
}

/** One that has seen events, one that has seen others' alone, and one that has seen nothing. */
async function keepProcesses(pool: pg.Pool, { readStream, headOfLog }: EventStore) {
  const states = await processStates(pool)
  const [seen] = await readStream('customer-first-7', { maxCount: 1 })
  if (seen === undefined) throw new Error('the first customers are in the log')
  await states.save('seen', { place: placeBehind(seen), state: {} })
  const others = { position: await headOfLog(), lastEvent: undefined }
  await states.save('others', { place: others, state: {} })
  await states.save('nothing', { place: BEFORE_THE_LOG, state: {} })
}

/** The same event waits for two endpoints. */
async function keepWebhooks(pool: pg.Pool, { readStream }: EventStore) {
  const [event] = await readStream('customer-first-7', { maxCount: 1 })
  if (event === undefined) throw new Error('the first customers are in the log')
  const client = await pool.connect()
  try {
    await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
    const { position, id: webhookId } = event
    const forEndpoint = (endpointId: string) => {
      return { endpointId, position, webhookId, record: 'customer 7', type: 'any', body: '{}' }
    }
    await deliveryStore(client).add({
      deliveries: ['one', 'two'].map(forEndpoint),
      endpoints: [],
      standstills: [],
      upTo: placeBehind(event),
    })
    await client.query(
      `insert into webhooks.replay (endpoint_id, since, position, last_event)
       select 'one', now(), position, last_event from webhooks.place`,
    )
  } finally {
    client.release()
  }
}

/** The same holders as before, each with the position that its event has in this store. */
async function expectKeptIn(store: Node, before: readonly Kept[], { databaseUrl }: Node) {
  const after = await keptPositions(databaseUrl)
  expect(after.map(({ holder }) => holder)).toEqual(before.map(({ holder }) => holder))
  const positions = new Map<string, string>()
  for await (const { event } of clientOf(store.url).readAll()) {
    if (event?.position !== undefined) positions.set(event.id, `${event.position.commit}`)
  }
  const named = after.filter(({ holder }) => holder !== 'nothing')
  expect(named.map(({ position }) => position)).toEqual(
    named.map(({ id }) => positions.get(id ?? '')),
  )
  const ids = new Map(before.map(({ holder, id }) => [holder, id]))
  const kept = named.filter(({ holder }) => holder !== 'others')
  expect(kept.map(({ id }) => id)).toEqual(kept.map(({ holder }) => ids.get(holder)))
}

const versionsOf = async ({ databaseUrl }: Node) =>
  (
    await query<{ name: string }>(
      databaseUrl,
      `select nspname as name from pg_namespace where nspname like 'read_model%'`,
    )
  ).map(({ name }) => name)

/** Rows that were there before the last work. */
const withoutSecond = (tables: Awaited<ReturnType<typeof shownRows>>) =>
  tables['customer']?.filter((row) => !JSON.stringify(row).includes('second-'))
