import { expect, test } from 'vitest'
import type { EventMacs, EventStore } from '#kernel/platform/event-store/event-store.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { allAt, allAtTheEnd, type Follower, follow, wholeLog } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import { eventually, gate, newEvents, newStream, storeForThisTest } from './support.ts'

test('followers at the end of the log share one reading, those of a small part read alone', async () => {
  const node = await eventStoreNodeForThisTest()
  const macs = countingMacs()
  const store = storeForThisTest(node.url, { macs })
  const followers = [
    follow(store, { name: 'all' }),
    follow(store, { name: 'most', streamPrefixes: ['happening-'], mostOfTheLog: true }),
    follow(store, { name: 'rare', streamPrefixes: ['rare-'] }),
  ] as const
  const [all, most, rare] = followers
  await onceShared(store, macs, [all, most])

  const before = macs.checked()
  const { position } = await store.append(newStream(), newEvents(20), 'no_stream')
  await allAt(position, [all, most])
  const forAll = await store.append(newStream('rare'), newEvents(1), 'no_stream')
  await allAt(forAll.position, [all, rare])

  // The shared reading gives all 21 to each of the two; the third reads its one itself.
  expect(macs.checked() - before).toBe(21 + 1)
})

test('a follower that is busy holds up no other, and misses nothing', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const held = gate()
  const quick = follow(store, { name: 'quick' })
  const busy = follow(store, { name: 'busy', maxBatch: 10, ahead: held.passed })
  await allAtTheEnd(store, [quick])

  for (let count = 0; count < 6; count += 1) {
    await store.append(newStream(), newEvents(500), 'no_stream')
  }
  await allAtTheEnd(store, [quick])
  expect(busy.seen.events).toEqual([])
  held.open()

  await allAtTheEnd(store, [quick, busy])
  expect(busy.seen.ids()).toEqual(await wholeLog(store))
  expect(quick.seen.ids()).toEqual(await wholeLog(store))
  expect(Math.max(...busy.seen.batches.map(({ size }) => size))).toBeLessThanOrEqual(10)
})

test('one that leaves ends nothing for the others', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url)
  const [staying, leaving] = [
    follow(store, { name: 'staying' }),
    follow(store, { name: 'leaving' }),
  ]
  await store.append(newStream(), newEvents(5), 'no_stream')
  await allAtTheEnd(store, [staying, leaving])

  await leaving.subscription.close()
  await store.append(newStream(), newEvents(5), 'no_stream')
  await allAtTheEnd(store, [staying])

  expect(leaving.seen.events).toHaveLength(5)
  expect(staying.seen.ids()).toEqual(await wholeLog(store))
})

test('one that joins a reading that lags behind it gets no event again', async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const store = storeForThisTest(relay.url)
  const writer = storeForThisTest(node.url)
  const lagging = follow(store, { name: 'lagging' })
  await writer.append(newStream(), newEvents(5), 'no_stream')
  await allAtTheEnd(writer, [lagging])
  await eventually(relay.openCalls).toBe(1)

  const goOn = relay.holdOpenCalls()
  await writer.append(newStream(), newEvents(5), 'no_stream')
  const ahead = follow(store, { name: 'ahead' })
  await allAtTheEnd(writer, [ahead])
  await eventually(relay.openCalls).toBe(1)
  goOn()
  await writer.append(newStream(), newEvents(5), 'no_stream')
  await allAtTheEnd(writer, [lagging, ahead])

  const log = await wholeLog(writer)
  expect(lagging.seen.ids()).toEqual(log)
  expect(ahead.seen.ids()).toEqual(log)
})

/** Until an event that both want is read once. */
const onceShared = (store: EventStore, macs: Counting, followers: readonly Follower[]) =>
  expect
    .poll(
      async () => {
        const before = macs.checked()
        const { position } = await store.append(newStream(), newEvents(1), 'no_stream')
        await allAt(position, followers)
        return macs.checked() - before
      },
      { timeout: LONGEST_WAIT_MS, interval: 50 },
    )
    .toBe(1)

interface Counting extends EventMacs {
  readonly checked: () => number
}

/** Tells how often an event was read. */
function countingMacs(): Counting {
  let checked = 0
  return {
    ...noMacs,
    isGenuine: () => {
      checked += 1
      return true
    },
    checked: () => checked,
  }
}
