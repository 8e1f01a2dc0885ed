// @module-tag embedded-node

import { once } from 'node:events'
import {
  type EventStoreDBClient,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { all, clientOf, eventually, first, manyDrafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const

/** More than the node keeps in memory of the end of its log. */
const TOO_MANY = 9000

const appendMany = (client: EventStoreDBClient, count: number) =>
  Promise.all(
    Array.from({ length: count / 500 }, () =>
      client.appendToStream(newStream(), manyDrafted(500), isNew),
    ),
  )

test('a subscriber that falls behind misses nothing, and is notified again when it has caught up', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(40), isNew)
  const ofLog = logFollower(client)
  const ofStream = streamFollower(client, stream)
  await eventually(() => expect(ofLog.seen).toEqual(['checkpoint', 'caught up']))
  await eventually(() => expect(ofStream.caughtUp()).toBe(1))
  for (const { subscription } of [ofLog, ofStream]) subscription.pause()
  for (let from = 39n; from < 1039n; from += 500n) {
    await client.appendToStream(stream, manyDrafted(500), { expectedRevision: from })
  }
  await appendMany(client, TOO_MANY)
  for (const { subscription } of [ofLog, ofStream]) subscription.resume()

  await eventually(() => expect(ofStream.revisions).toHaveLength(1040))
  expect(ofStream.revisions).toEqual(Array.from({ length: 1040 }, (_, n) => BigInt(n)))
  await eventually(() => expect(ofStream.caughtUp()).toBeGreaterThan(1))
  await eventually(() => expect(ofLog.seen).toEqual(['checkpoint', 'caught up', 'caught up']))
  const written = (await all(client.readAll())).map(({ event }) => event?.id)
  await eventually(() => expect(ofLog.ids).toHaveLength(written.length))
  expect(ofLog.ids).toEqual(written)
})

function logFollower(client: EventStoreDBClient) {
  const seen: string[] = []
  const ids: (string | undefined)[] = []
  const filter = streamNameFilter({
    prefixes: ['voucher-'],
    checkpointInterval: 1000,
    checkpointReached: async () => {
      seen.push('checkpoint')
    },
  })
  const subscription = client
    .subscribeToAll({ filter })
    .on('caughtUp', () => seen.push('caught up'))
    .on('data', ({ event }) => ids.push(event?.id))
  return { subscription, seen, ids }
}

function streamFollower(client: EventStoreDBClient, stream: string) {
  const revisions: (bigint | undefined)[] = []
  let caughtUp = 0
  const subscription = client
    .subscribeToStream(stream)
    .on('caughtUp', () => {
      caughtUp += 1
    })
    .on('data', ({ event }) => revisions.push(event?.revision))
  return { subscription, revisions, caughtUp: () => caughtUp }
}

test('a subscription to a stream starts behind the revision given', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(4), isNew)
  const behind = async (fromRevision: 'start' | bigint, count: number) =>
    (await first(count, client.subscribeToStream(stream, { fromRevision }))).map(({ event }) =>
      Number(event?.revision),
    )
  expect(await behind('start', 4)).toEqual([0, 1, 2, 3])
  expect(await behind(0n, 3)).toEqual([1, 2, 3])
  expect(await behind(2n, 1)).toEqual([3])
})

test('a subscription from beyond the head receives new events, and one from a future revision waits for it', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), isNew)
  const beyond = { commit: 10n ** 12n, prepare: 10n ** 12n }
  const ofLog: (bigint | undefined)[] = []
  const ofStream: (bigint | undefined)[] = []
  const logSubscription = client.subscribeToAll({ fromPosition: beyond })
  logSubscription.on('data', ({ event }) => ofLog.push(event?.revision))
  const streamSubscription = client.subscribeToStream(stream, { fromRevision: 3n })
  streamSubscription.on('data', ({ event }) => ofStream.push(event?.revision))
  await Promise.all([once(logSubscription, 'caughtUp'), once(streamSubscription, 'caughtUp')])
  await client.appendToStream(stream, manyDrafted(3), { expectedRevision: 1n })
  await eventually(() => expect([ofLog, ofStream]).toEqual([[2n, 3n, 4n], [4n]]))
})

test('a subscriber to a deleted stream waits until it is written again, and receives the new events', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), isNew)
  await client.deleteStream(stream)
  const subscription = client.subscribeToStream(stream)
  const events = first(2, subscription)
  await once(subscription, 'confirmation')
  await client.appendToStream(stream, manyDrafted(2), isNew)
  expect((await events).map(({ event }) => event?.revision)).toEqual([2n, 3n])
  const again = await first(2, client.subscribeToStream(stream))
  expect(again.map(({ event }) => event?.revision)).toEqual([2n, 3n])
})

test('a stream that never existed can be tombstoned during a subscription', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const subscription = client.subscribeToStream(stream)
  const seen: unknown[] = []
  subscription.on('data', ({ event }) => seen.push(event?.type))
  const failure = new Promise((resolve) => subscription.once('error', resolve))
  await once(subscription, 'confirmation')
  await client.tombstoneStream(stream, isNew)
  expect(await failure).toBeInstanceOf(StreamDeletedError)
  expect(seen).toEqual([])
})

test('every subscription has a name of its own', async () => {
  const client = clientOf(node.url)
  const ids = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const subscription = client.subscribeToAll({ fromPosition: 'end' }).resume()
      await once(subscription, 'confirmation')
      return 'id' in subscription ? subscription.id : undefined
    }),
  )
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})
