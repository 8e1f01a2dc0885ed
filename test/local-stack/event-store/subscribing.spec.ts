// @module-tag embedded-node

import { once } from 'node:events'
import { streamNameFilter } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import {
  all,
  clientOf,
  drafted,
  eventually,
  manyDrafted,
  newStream,
  numbersIn,
} from './official-client.ts'

const node = eventStoreNodeForThisFile()

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a subscriber to the log receives old events, a caught-up message, then new events', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  await client.appendToStream(newStream(), manyDrafted(3), { expectedRevision: 'no_stream' })
  const seen: (bigint | 'caught up' | undefined)[] = []
  client
    .subscribeToAll()
    .on('caughtUp', () => seen.push('caught up'))
    .on('data', ({ commitPosition }) => seen.push(commitPosition))
  await eventually(() => expect(seen.at(-1)).toBe('caught up'))
  await client.appendToStream(newStream(), manyDrafted(2), { expectedRevision: 'no_stream' })
  const positions = (await all(client.readAll())).map(({ commitPosition }) => commitPosition)
  const asWritten = [...positions.slice(0, 3), 'caught up', ...positions.slice(3)]
  await eventually(() => expect(seen).toEqual(asWritten))
})

test('a subscription from the end receives only new events', async () => {
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

test('a subscription may start before its stream exists', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const subscription = client.subscribeToStream(stream)
  const seen: (bigint | 'caught up' | undefined)[] = []
  subscription
    .on('caughtUp', () => seen.push('caught up'))
    .on('data', ({ event }) => seen.push(event?.revision))
  await once(subscription, 'caughtUp')
  await client.appendToStream(newStream(), drafted(), { expectedRevision: 'no_stream' })
  await client.appendToStream(stream, manyDrafted(3), { expectedRevision: 'no_stream' })
  await eventually(() => expect(seen).toEqual(['caught up', 0n, 1n, 2n]))
})

test('a filter by stream passes matching events and sends checkpoints', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const append = (noun: string, count: number) =>
    client.appendToStream(newStream(noun), manyDrafted(count), { expectedRevision: 'no_stream' })
  for (const noun of ['customer', 'voucher', 'invoice', 'customer', 'voucherBook']) {
    await append(noun, 64)
  }
  const checkpoints: bigint[] = []
  const seen: (bigint | undefined)[] = []
  const subscription = client.subscribeToAll({
    filter: streamNameFilter({
      prefixes: ['voucher-', 'invoice-'],
      checkpointInterval: 2,
      checkpointReached: async (_subscription, { commit }) => {
        checkpoints.push(commit)
      },
    }),
  })
  subscription.on('data', ({ commitPosition }) => seen.push(commitPosition))
  await once(subscription, 'caughtUp')
  await append('voucher', 1)
  await append('other', 64)
  await eventually(() => expect(checkpoints).toHaveLength(7))
  const number = await numbersIn(client)
  expect(seen.map(number)).toEqual([...upTo(128).map((index) => 65 + index), 321])
  expect(checkpoints.map(number)).toEqual([0, 33, 128, 192, 225, 289, 385])
})

test('a filter without matches sends the place of the start, then the caught-up message', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  await client.appendToStream(newStream(), manyDrafted(5), { expectedRevision: 'no_stream' })
  const told: string[] = []
  const filter = streamNameFilter({
    prefixes: ['nothing-'],
    checkpointReached: async () => {
      told.push('checkpoint')
    },
  })
  const subscription = client.subscribeToAll({ filter }).resume()
  subscription.on('caughtUp', () => told.push('caught up'))
  await once(subscription, 'caughtUp')
  expect(told).toEqual(['checkpoint', 'caught up'])
})
