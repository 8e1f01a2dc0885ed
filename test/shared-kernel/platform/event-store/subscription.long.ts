import { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { BEFORE_THE_LOG, placeBehind } from '#kernel/platform/event-store/event-store.ts'
import { byPosition } from '#kernel/platform/event-store/log-position.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { countedMs } from '#test/support/within.ts'
import { follow } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import {
  eventually,
  gate,
  logOf,
  newEvent,
  newEvents,
  newStream,
  reached,
  recorder,
  storeForThisTest,
} from './support.ts'

test('a subscription delivers the whole log in order, after its position', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  await store.append(newStream(), newEvents(10), 'no_stream')
  const skipped = (await logOf(store)).slice(-1).map(placeBehind)[0] ?? BEFORE_THE_LOG
  const stream = newStream()
  await store.append(stream, newEvents(500), 'no_stream')
  const { seen, subscription } = follow(store, { after: skipped, maxBatch: 64 })
  await eventually(reached(subscription)).toBe(await store.headOfLog())
  const live = await store.append(stream, newEvents(20), 499n)
  await eventually(reached(subscription)).toBe(live.position)

  expect(seen.events.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 520 }, (_, revision) => BigInt(revision)),
  )
  expect(Math.max(...seen.batches.map(({ size }) => size))).toBeLessThanOrEqual(64)
  expect(seen.batches.at(-1)?.upTo).toBe(live.position)
})

test('an event comes as soon as it is written', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const { seen, subscription } = follow(store, { maxBatch: 500 })
  await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(() => seen.events).toHaveLength(1)

  const nowMs = countedMs()
  let waitedMs = 0
  for (let events = 2; events < 52; events += 1) {
    await store.append(newStream(), newEvents(1), 'no_stream')
    const writtenAt = nowMs()
    while (seen.events.length < events) await new Promise(setImmediate)
    waitedMs += nowMs() - writtenAt
  }

  // A container’s network alone may take 40 ms; one that asks for news now and then takes longer.
  expect(waitedMs / 50).toBeLessThan(200)
  expect(subscription.lastHeardAt()).toBeLessThanOrEqual(Date.now())
})

test('filtered events only move the position', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const first = await store.append(newStream('invoice'), newEvents(1), 'no_stream')
  const noise = await store.append(newStream('noise'), newEvents(200), 'no_stream')
  const { seen, subscription } = follow(store, {
    streamPrefixes: ['invoice-', 'kmts'],
    maxBatch: 10,
  })
  await eventually(reached(subscription)).toBe(noise.position)
  const { position } = await store.append(newStream('noise'), newEvents(3), 'no_stream')
  await eventually(reached(subscription)).toBe(position)
  const wanted = await store.append(newStream('kmtsVerification'), newEvents(1), 'no_stream')
  await eventually(reached(subscription)).toBe(wanted.position)

  expect(seen.events.map(({ position: at }) => at)).toEqual([first.position, wanted.position])
  const positions = seen.batches.map(({ upTo }) => upTo)
  expect(positions).toEqual(positions.toSorted(byPosition))
})

test('events of the system are left out, whether the store filters or not', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const client = EventStoreDBClient.connectionString(node.url)
  const stream = newStream()
  await store.append(stream, newEvents(1), 'no_stream')
  await client.setStreamMetadata(stream, { maxCount: 100 })
  await client.dispose()
  const { seen, subscription } = follow(store, { maxBatch: 10 })

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(seen.events).toHaveLength(1)
})

test('a slow handler slows the subscription, and loses nothing', {
  tags: ['one-node'],
}, async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const writer = storeForThisTest(node.url)
  const stream = newStream()
  const events = 4_000
  const text = 'x'.repeat(1_000)
  for (let revision = -1n; revision < BigInt(events - 1); revision += 500n) {
    const batch = Array.from({ length: 500 }, () => newEvent({ text }))
    await writer.append(stream, batch, revision < 0n ? 'no_stream' : revision)
  }
  const held = gate()
  const { seen, subscription } = follow(storeForThisTest(relay.url), {
    maxBatch: 50,
    ahead: held.passed,
  })
  await eventually(relay.answers).toBeGreaterThan(50)
  await stopsGrowing(relay.answers)
  expect(relay.answers()).toBeLessThan(events / 4)
  held.open()
  await eventually(reached(subscription)).toBe(await writer.headOfLog())

  expect(seen.events.map(({ revision }) => Number(revision))).toEqual([...Array(events).keys()])
})

test('a handler that throws ends its own subscription, and no other', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const seen = recorder()
  const failing = store.subscribe({
    name: 'failing',
    after: BEFORE_THE_LOG,
    maxBatch: 10,
    handle: async (events) => {
      if (events.some(({ data }) => data['isPoison'] === true)) throw new Error('poison')
    },
  })
  const other = store.subscribe({
    name: 'other',
    after: BEFORE_THE_LOG,
    maxBatch: 10,
    handle: seen.handle,
  })
  const first = await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(reached(failing)).toBe(first.position)

  const poison = await store.append(newStream(), [newEvent({ isPoison: true })], 'no_stream')

  await expect(failing.ended).rejects.toThrow('poison')
  expect(failing.place().position).toBe(first.position)
  await eventually(reached(other)).toBe(poison.position)
})

test('a closed subscription finishes its current batch and takes no other', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  await store.append(newStream(), newEvents(30), 'no_stream')
  const held = gate()
  const started = gate()
  const { seen, subscription } = follow(store, {
    maxBatch: 10,
    ahead: () => {
      started.open()
      return held.passed()
    },
  })
  await started.passed()

  const closing = subscription.close()
  held.open()
  await closing
  await subscription.ended

  expect(seen.batches).toHaveLength(1)
  expect(subscription.place().position).toBe(seen.batches[0]?.upTo)
})

/** Waits until a number has stayed the same for a while. */
async function stopsGrowing(figure: () => number) {
  let last = -1
  await expect
    .poll(
      () => {
        const isStill = figure() === last
        last = figure()
        return isStill
      },
      { interval: 300, timeout: LONGEST_WAIT_MS },
    )
    .toBe(true)
}
