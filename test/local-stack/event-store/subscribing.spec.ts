import { once } from 'node:events'
import { type Position, StreamDeletedError, streamNameFilter } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { clientOf, drafted, eventually, first, manyDrafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

const at = (position: bigint): Position => ({ commit: position, prepare: position })

test('a subscriber to the log gets what was, learns that it has caught up, then what comes', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  await client.appendToStream(newStream(), manyDrafted(3), { expectedRevision: 'no_stream' })
  const seen: (bigint | 'caught up' | undefined)[] = []
  client
    .subscribeToAll()
    .on('caughtUp', () => seen.push('caught up'))
    .on('data', ({ commitPosition }) => seen.push(commitPosition))
  await eventually(() => expect(seen).toEqual([1n, 2n, 3n, 'caught up']))
  await client.appendToStream(newStream(), manyDrafted(2), { expectedRevision: 'no_stream' })
  await eventually(() => expect(seen).toEqual([1n, 2n, 3n, 'caught up', 4n, 5n]))
})

test('a subscription starts behind the position given', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  await client.appendToStream(newStream(), manyDrafted(5), { expectedRevision: 'no_stream' })
  const behind3 = await first(2, client.subscribeToAll({ fromPosition: at(3n) }))
  expect(behind3.map(({ commitPosition }) => commitPosition)).toEqual([4n, 5n])
  const behind0 = await first(1, client.subscribeToAll({ fromPosition: at(0n) }))
  expect(behind0[0]?.commitPosition).toBe(1n)
})

test('a subscription from the end gets only what is new', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, drafted(1), { expectedRevision: 'no_stream' })
  const seen: unknown[] = []
  const subscription = client.subscribeToStream(stream, { fromRevision: 'end' })
  subscription.on('data', ({ event }) => seen.push(event?.revision))
  await new Promise((resolve) => subscription.once('caughtUp', resolve))
  await client.appendToStream(stream, drafted(2), { expectedRevision: 0n })
  await eventually(() => expect(seen).toEqual([1n]))
})

test('a subscriber to a stream may come before the stream', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const subscription = client.subscribeToStream(stream)
  const seen: (bigint | 'caught up' | undefined)[] = []
  subscription
    .on('caughtUp', () => seen.push('caught up'))
    .on('data', ({ event }) => seen.push(event?.revision))
  await once(subscription, 'confirmation')
  await client.appendToStream(newStream(), drafted(), { expectedRevision: 'no_stream' })
  await client.appendToStream(stream, manyDrafted(3), { expectedRevision: 'no_stream' })
  await eventually(() => expect(seen).toEqual([0n, 1n, 2n, 'caught up']))
})

test('a subscriber sees the end of a stream that is ended for ever', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, drafted(), { expectedRevision: 'no_stream' })
  const types: unknown[] = []
  const subscription = client.subscribeToStream(stream)
  const failure = new Promise((resolve) => subscription.once('error', resolve))
  subscription.on('data', ({ event }) => types.push(event?.type))
  await eventually(() => expect(types).toEqual(['Drafted']))
  await client.tombstoneStream(stream)
  expect(await failure).toBeInstanceOf(StreamDeletedError)
  expect(types).toEqual(['Drafted', '$streamDeleted'])
})

test('a filter by stream lets the right events through and tells how far it has looked', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  for (const noun of ['customer', 'voucher', 'invoice', 'customer', 'voucherBook']) {
    await client.appendToStream(newStream(noun), manyDrafted(64), { expectedRevision: 'no_stream' })
  }
  const checkpoints: bigint[] = []
  const seen: (bigint | undefined)[] = []
  client
    .subscribeToAll({
      filter: streamNameFilter({
        prefixes: ['voucher-', 'invoice-'],
        checkpointInterval: 2,
        checkpointReached: async (_subscription, { commit }) => {
          checkpoints.push(commit)
        },
      }),
    })
    .on('data', ({ commitPosition }) => seen.push(commitPosition))
  await eventually(() => expect(checkpoints).toEqual([64n, 128n, 192n, 256n, 320n]))
  expect(seen).toEqual(Array.from({ length: 128 }, (_, index) => BigInt(65 + index)))
  await client.appendToStream(newStream(), drafted(), { expectedRevision: 'no_stream' })
  await client.appendToStream(newStream('other'), manyDrafted(63), {
    expectedRevision: 'no_stream',
  })
  await eventually(() => expect(checkpoints.at(-1)).toBe(384n))
  expect(seen.at(-1)).toBe(321n)
})

test('a filter tells where the log ends even if nothing matches', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  await client.appendToStream(newStream(), manyDrafted(5), { expectedRevision: 'no_stream' })
  const checkpoint = new Promise<Position>((resolve) => {
    const filter = streamNameFilter({
      prefixes: ['nothing-'],
      checkpointReached: async (_subscription, position) => resolve(position),
    })
    client.subscribeToAll({ filter }).resume()
  })
  expect(await checkpoint).toEqual(at(5n))
})
