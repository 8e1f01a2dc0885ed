// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { connectEventStore, type EventStoreOptions } from '#kernel/platform/event-store/connect.ts'
import type { NewEvent, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { appendBlock, blockOf, chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { type Business, businessDone, CUSTOMERS, nodeOn, ours, verified } from './support.ts'

const theirs = (): NewEvent => ({
  id: randomUUID(),
  type: 'CustomerCreated',
  data: {},
  metadata: { companyId: ours },
})

function storeAt(url: string, macs: EventStoreOptions['macs'] = noMacs) {
  const store = connectEventStore({ url, logger: silentLogger, macs })
  onTestFinished(store.close)
  return store
}

async function neighbourWrites(url: string) {
  const store = storeAt(url)
  await store.append('orders-1', [theirs(), theirs(), theirs()], 'no_stream')
  await store.append('customer-17', [theirs(), theirs()], 'no_stream')
  await store.append('invoice-x', [theirs()], 'no_stream')
}

async function neighbourCleansUp({ databaseUrl }: Business) {
  const node = await nodeOn(databaseUrl)
  const client = newClient(node.url)
  await client.setStreamMetadata('orders-1', { maxCount: 1 })
  await client.deleteStream('customer-17')
  await client.tombstoneStream('invoice-x')
  const scavenged = await node.scavenge()
  await client.dispose()
  await node.close()
  return scavenged
}

test('what a neighbour writes and cleans up is neither chained nor a difference', async () => {
  const business = await businessDone(neighbourWrites)
  const unchanged = { differences: 0, chain: 'ok', hashChain: { chained: CUSTOMERS + 1 } }

  expect((await verified(business)).verdict).toMatchObject(unchanged)
  expect(await neighbourCleansUp(business)).toBeGreaterThanOrEqual(3)
  expect((await verified(business)).verdict).toMatchObject(unchanged)
})

/** As versions did that hashed everything but system events. */
async function chainAlsoNeighbours({ databaseUrl, databases, vaultKey }: Business) {
  const node = await nodeOn(databaseUrl)
  await neighbourWrites(node.url)
  const pool = openPool(databases.projections, { logger: silentLogger, max: 1, name: 'test' })
  const { eventMacs } = await openVault(pool, vaultKey)
  const events: StoredEvent[] = []
  const log = storeAt(node.url, eventMacs).readLog(START_OF_LOG, { withNeighbours: true })
  for await (const event of log) if (event.isNeighbours === true) events.push(event)
  const [end, last] = [await chainEnd(pool), events.at(-1)]
  if (end === undefined || last === undefined) throw new Error('there is no chain to go on with')
  await appendBlock(pool, blockOf(end, events, last.position))
  await pool.end()
  await node.close()
  return events.length
}

test('a chain of an earlier version, which holds events of neighbours, can still be verified', async () => {
  const business = await businessDone()
  const added = await chainAlsoNeighbours(business)

  expect((await verified(business)).verdict).toMatchObject({
    differences: 0,
    chain: 'ok',
    hashChain: { chained: CUSTOMERS + 1 + added },
  })
})
