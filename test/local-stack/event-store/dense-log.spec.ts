// @module-tag embedded-node

import { type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { schema } from '#stack/event-store/storage/schema.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { refusedRead } from './client-differences.ts'
import { all, clientOf, first, manyDrafted } from './official-client.ts'

const EVENTS = 200

/** A log whose positions were numbers, as earlier nodes wrote it: ten streams of twenty events. */
async function nodeWithDenseLog() {
  const databaseUrl = await databaseOfRoleForThisTest('eventStore')
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(schema)
  await database.query(
    `insert into event_store.events
     select n + 1, 'voucher-' || n % 10, n / 10, gen_random_uuid(), 'Drafted', 'application/json',
       17e15::bigint + n, convert_to('{"number":' || n || '}', 'UTF8'), ''
     from generate_series(0, ${EVENTS - 1}) as n`,
  )
  await database.end()
  const node = await startEventStoreNode({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(node.close)
  return clientOf(eventStoreUrl(node.port))
}

const at = (position: bigint) => ({ commit: position, prepare: position })

const positionsFrom = async (client: EventStoreDBClient, from: bigint) =>
  (await all(client.readAll({ fromPosition: at(from) }))).map(
    ({ commitPosition }) => commitPosition,
  )

test('a log with dense positions continues after its head', async () => {
  const client = await nodeWithDenseLog()
  const goOn = { expectedRevision: 19n }
  const appended = await client.appendToStream('voucher-3', manyDrafted(2), goOn)
  const last = appended.position?.commit ?? 0n
  const [head, next, ...others] = await positionsFrom(client, BigInt(EVENTS))
  expect([head, others]).toEqual([BigInt(EVENTS), [last]])
  expect(next).toBeGreaterThan(BigInt(EVENTS) + 1n)
  expect(await positionsFrom(client, 1n)).toHaveLength(EVENTS + 2)
  const stream = await all(client.readStream('voucher-3', { fromRevision: 18n }))
  expect(stream.map(({ event }) => event?.revision)).toEqual([18n, 19n, 20n, 21n])
  await expect(positionsFrom(client, BigInt(EVENTS) + 1n)).rejects.toThrow(
    refusedRead('ReadAllResult'),
  )
})

test('a consumer of such a log continues from its position', async () => {
  const client = await nodeWithDenseLog()
  const { position } = await client.appendToStream('voucher-3', manyDrafted(1), {
    expectedRevision: 19n,
  })
  const filter = streamNameFilter({ prefixes: ['voucher-3'] })
  for (const options of [{}, { filter }]) {
    const behind = client.subscribeToAll({ fromPosition: at(190n), ...options })
    const expected = 'filter' in options ? [194n] : [191n, 192n]
    const found = await first(expected.length, behind)
    expect(found.map(({ commitPosition }) => commitPosition)).toEqual(expected)
  }
  const atHead = client.subscribeToAll({ fromPosition: at(BigInt(EVENTS)) })
  const [next] = await first(1, atHead)
  expect(next?.commitPosition).toBe(position?.commit)
})
