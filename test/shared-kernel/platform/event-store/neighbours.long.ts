// @module-tag embedded-node

import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import {
  BEFORE_THE_LOG,
  type LogSubscription,
  type NewEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { heldBytes } from '#test/support/held-bytes.ts'
import { eventually, logOf, newEvents, newStream, recorder, storeForThisTest } from './support.ts'

const theirs = (): NewEvent => ({
  id: randomUUID(),
  type: 'CustomerCreated',
  data: { ours: false },
  metadata: { companyId: 'a'.repeat(24) },
})

async function storeBesideAnother() {
  const { url } = await embeddedNodeForThisTest()
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const macs = eventMacsWith(randomBytes(32))
  const store = storeForThisTest(url, { macs, logger })
  return { url, store, neighbour: storeForThisTest(url), lines }
}

const follow = (store: ReturnType<typeof storeForThisTest>, wanted: Partial<LogSubscription>) => {
  const seen = recorder()
  const followed = { name: randomUUID(), after: BEFORE_THE_LOG, maxBatch: 10 }
  const subscription = store.subscribe({ ...followed, handle: seen.handle, ...wanted })
  return { seen, subscription }
}

test.for([{}, { streamPrefixes: ['customer-'] }, { mostOfTheLog: true } as const])(
  'events of another program come to no follower, whatever its streams are called: %j',
  async (wanted) => {
    const { store, neighbour, lines } = await storeBesideAnother()
    await neighbour.append('orders-1', [theirs()], 'no_stream')
    await neighbour.append('customer-17', [theirs(), theirs()], 'no_stream')
    await store.append('customer-1', newEvents(2), 'no_stream')
    const { seen, subscription } = follow(store, wanted)
    await eventually(() => seen.events.length).toBe(2)
    await neighbour.append('customer-17', [theirs()], 1n)
    await neighbour.append('orders-1', [theirs()], 0n)
    await store.append('customer-1', newEvents(1), 1n)
    const head = await store.headOfLog()

    await eventually(() => subscription.place().position).toBe(head)
    expect(seen.events.map(({ stream, isGenuine }) => [stream, isGenuine])).toEqual(
      Array.from({ length: 3 }, () => ['customer-1', true]),
    )
    expect(await logOf(store)).toHaveLength(3)
    const named = lines.filter((line) => line.includes('another program'))
    expect(named).toHaveLength(1)
    expect(named[0]).toContain('"stream":"customer-17"')
  },
)

test('a stream that its owner tombstones stops nobody, and is named at most once', async () => {
  const { url, store, neighbour, lines } = await storeBesideAnother()
  const owner = newClient(url)
  onTestFinished(() => owner.dispose())
  await store.append('customer-1', newEvents(1), 'no_stream')
  await neighbour.append('customer-17', [theirs(), theirs()], 'no_stream')
  await owner.tombstoneStream('customer-17')
  await owner.tombstoneStream('customer-18')
  await store.append('customer-1', newEvents(1), 0n)

  const followers = [{}, { streamPrefixes: ['customer-'] }, { withNeighbours: true } as const]
  const all = followers.map((wanted) => follow(store, wanted))
  const head = await store.headOfLog()
  for (const { subscription } of all) {
    await eventually(() => subscription.place().position).toBe(head)
  }
  const ours = ({ stream }: { readonly stream: string }) => stream === 'customer-1'
  expect(all.map(({ seen }) => seen.events.filter(ours).length)).toEqual([2, 2, 2])
  expect(await logOf(store)).toHaveLength(2)
  expect(store.anotherLog()).toBeUndefined()
  expect(lines.filter((line) => line.includes('customer-17')).length).toBeLessThan(2)
  expect(lines.join('')).not.toContain('damaged')
})

test('a place is an event of ours, also where a neighbour wrote last', async () => {
  const { store, neighbour } = await storeBesideAnother()
  await store.append('customer-1', newEvents(1), 'no_stream')
  await neighbour.append('orders-1', [theirs()], 'no_stream')
  await neighbour.append('customer-17', [theirs()], 'no_stream')
  const { subscription } = follow(store, {})
  const head = await store.headOfLog()

  await eventually(() => subscription.place().position).toBe(head)
  expect(subscription.place().lastEvent?.stream).toBe('customer-1')
})

test('an event without a valid MAC behind one of ours is forged, and comes as such', async () => {
  const { store, neighbour } = await storeBesideAnother()
  await store.append('customer-1', newEvents(1), 'no_stream')
  await neighbour.append('customer-1', [theirs()], 0n)

  const { seen } = follow(store, {})

  await eventually(() => seen.events.length).toBe(2)
  expect(seen.events.map(({ isGenuine }) => isGenuine)).toEqual([true, false])
})

test('who asks for neighbours gets their events, marked', async () => {
  const { store, neighbour } = await storeBesideAnother()
  await store.append('customer-1', newEvents(1), 'no_stream')
  await neighbour.append('orders-1', [theirs()], 'no_stream')
  await neighbour.append('customer-17', [theirs()], 'no_stream')
  const expected = [
    ['customer-1', undefined],
    ['orders-1', true],
    ['customer-17', true],
  ]

  const { seen } = follow(store, { withNeighbours: true })

  await eventually(() => seen.events.map((one) => [one.stream, one.isNeighbours])).toEqual(expected)
  expect(seen.events[1]?.data).toEqual({ ours: false })
})

test('streams of a later version, whose names this one does not know, come to who asks for all', async () => {
  const { store } = await storeBesideAnother()
  const stream = newStream('invention')
  await store.append(stream, newEvents(1), 'no_stream')

  const { seen } = follow(store, { withNeighbours: true })

  await eventually(() => seen.events.map((one) => [one.stream, one.isNeighbours])).toEqual([
    [stream, undefined],
  ])
  expect(await logOf(store)).toHaveLength(0)
})

test('another program that wrote first takes nothing away', async () => {
  const { store, neighbour } = await storeBesideAnother()
  await neighbour.append('customer-17', [theirs()], 'no_stream')
  await store.append('customer-1', newEvents(1), 'no_stream')

  const { seen } = follow(store, {})

  await eventually(() => seen.events.length).toBe(1)
  expect(store.anotherLog()).toBeUndefined()
})

test('large events of another program do not stay in memory', async () => {
  const { store, neighbour } = await storeBesideAnother()
  const { subscription } = follow(store, {})
  const large = 900_000
  async function write(count: number) {
    for (let at = 0; at < count; at += 1) {
      const event = { ...theirs(), data: { text: 'x'.repeat(large) } }
      await neighbour.append(newStream('orders'), [event], 'no_stream')
    }
    await store.append(newStream('customer'), newEvents(1), 'no_stream')
    const head = await store.headOfLog()
    await eventually(() => subscription.place().position).toBe(head)
  }
  await store.append('customer-1', newEvents(1), 'no_stream')
  await write(10)
  const before = heldBytes()
  await write(100)
  // The node of this process keeps the last 64 MiB itself.
  expect(heldBytes() - before).toBeLessThan(100 * 1024 * 1024)
})
