// @module-tag embedded-node

import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type AllStreamResolvedEvent, binaryEvent } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { READ_AHEAD } from './client-differences.ts'
import { clientOf, newStream } from './official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const

/** Twice what the node reads at a time. */
const TWO_PAGES = 512

const scans = (count: number, bytes: number) =>
  Array.from({ length: count }, () => binaryEvent({ type: 'Scanned', data: new Uint8Array(bytes) }))

test('a reader of ten events a second is sent hardly more than it accepts, of old and of new events', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  const write = async (count: number) => {
    for (let written = 0; written < count; written += 500) {
      await client.appendToStream(newStream(), scans(500, 1000), isNew)
    }
  }
  await write(1500)
  const reader = clientOf(node.url)
  const fromEnd = reader.subscribeToAll({ fromPosition: 'end' })
  await once(fromEnd, 'confirmation')
  const consumers = [
    consumer(reader.subscribeToAll()),
    consumer(reader.readAll()),
    consumer(fromEnd),
  ]
  await write(1500)
  for (let step = 0; step < 5; step += 1) {
    await pause(100)
    for (const { take } of consumers) await take()
    const taken = consumers.reduce((sum, { taken: each }) => sum + each(), 0)
    expect(node.figures().eventsHandedOut - taken).toBeLessThan(
      consumers.length * TWO_PAGES + READ_AHEAD,
    )
  }
  expect(consumers.map(({ taken }) => taken())).toEqual([5, 5, 5])
})

function consumer(events: AsyncIterable<AllStreamResolvedEvent>) {
  const iterator = events[Symbol.asyncIterator]()
  let taken = 0
  return {
    taken: () => taken,
    take: async () => {
      await iterator.next()
      taken += 1
    },
  }
}

test('of events as large as they may be hardly any are sent ahead', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  for (let count = 0; count < 20; count += 1) {
    await client.appendToStream(newStream(), scans(1, 1_000_000), isNew)
  }
  const slow = consumer(clientOf(node.url).subscribeToAll())
  for (let taken = 1; taken <= 20; taken += 1) {
    await slow.take()
    expect(node.figures().eventsHandedOut - taken).toBeLessThan(8)
  }
})
