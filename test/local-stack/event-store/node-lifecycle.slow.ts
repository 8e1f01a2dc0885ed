// @module-tag embedded-node

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { EventStoreDBClient } from '@eventstore/db-client'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { embeddedProcessForThisTest, spawnEventStore } from '#test/support/embedded-node.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { all, clientOf, drafted, eventually, newStream } from './official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const

test('a second node on the same database exits with one clear line', async () => {
  const { databases, url } = await eventStoreNodeForThisTest()
  const second = spawnEventStore(await freePort(), databases.eventStore, 'pipe')
  const said = second.stderr === null ? '' : text(second.stderr)
  const [exitCode] = await once(second, 'exit')
  expect(exitCode).toBe(1)
  expect(await said).toBe('another event store node owns the log in this database\n')
  await clientOf(url).appendToStream(newStream(), drafted(), isNew)
})

test('the successor of a killed node has every event and continues after them', async () => {
  const node = await embeddedProcessForThisTest()
  const client = clientOf(node.url)
  const before = await client.appendToStream(newStream(), drafted(1), isNew)
  await node.stop('SIGKILL')
  await node.start()
  const after = await client.appendToStream(newStream(), drafted(2), isNew)
  const log = await all(client.readAll())
  expect(log.map(({ event }) => event?.position)).toEqual([before.position, after.position])
  expect(after.position?.commit).toBeGreaterThan(before.position?.commit ?? 0n)
  expect(log.map(({ event }) => event?.data)).toEqual([{ number: 1 }, { number: 2 }])
})

test('a node that receives SIGTERM drains appends in flight and ends its subscriptions', async () => {
  const node = await embeddedProcessForThisTest()
  const client = clientOf(node.url)
  const ending: string[] = []
  const subscription = client.subscribeToAll()
  subscription
    .on('error', () => ending.push('error'))
    .on('end', () => ending.push('end'))
    .resume()
  await once(subscription, 'caughtUp')
  const appends = Array.from({ length: 50 }, () =>
    client.appendToStream(newStream(), drafted(), isNew),
  )
  await appends[0]
  const exitCode = await node.stop('SIGTERM')
  const results = await Promise.allSettled(appends)
  expect(exitCode).toBe(0)
  await eventually(() => expect(ending).toEqual(['end']))
  await node.start()
  const acknowledged = results.filter(({ status }) => status === 'fulfilled')
  expect((await all(client.readAll())).length).toBeGreaterThanOrEqual(acknowledged.length)
})

test('a node ends in order when its parent process is gone', async () => {
  const node = await embeddedProcessForThisTest()
  const exited = once(node.process(), 'exit')
  node.process().disconnect()
  expect(await exited).toEqual([0, null])
})

test('a node that loses its database acknowledges nothing more and ends', async () => {
  const node = await embeddedProcessForThisTest()
  const client = clientOf(node.url)
  await client.appendToStream(newStream(), drafted(), isNew)
  const exited = once(node.process(), 'exit')
  await endSessionsOf(node.databaseUrl)
  const attempt = client.appendToStream(newStream(), drafted(), isNew)
  // Calls made while the client requests the server's features get gRPC's own error.
  await expect(attempt).rejects.toThrow(/unavail|cancel/i)
  expect(await exited).toEqual([1, null])
  await node.start()
  expect(await all(client.readAll())).toHaveLength(1)
})

test('a node inside another process can be closed after it has lost its database', async () => {
  const databaseUrl = await databaseForThisTest()
  const lost = Promise.withResolvers<Error>()
  const node = await startEventStoreNode({
    databaseUrl: databasesOfRoles(databaseUrl).eventStore,
    host: '127.0.0.1',
    port: 0,
    onLost: lost.resolve,
  })
  await endSessionsOf(databaseUrl)
  expect(await lost.promise).toBeInstanceOf(Error)
  const client = EventStoreDBClient.connectionString(eventStoreUrl(node.port))
  const attempt = client.appendToStream(newStream(), drafted(), isNew)
  await expect(attempt).rejects.toMatchObject({ code: 14 })
  await client.dispose()
  await node.close()
})

async function endSessionsOf(databaseUrl: string) {
  const administrator = new Client({ connectionString: databaseUrl })
  await administrator.connect()
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await administrator.end()
}
