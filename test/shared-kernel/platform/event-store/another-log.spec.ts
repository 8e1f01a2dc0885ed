import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  AnotherLog,
  BEFORE_THE_LOG,
  type EventMacs,
  type EventStore,
  type LogPlace,
  placeBehind,
} from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { eventually, logOf, newEvents, newStream, recorder, storeForThisTest } from './support.ts'

/** Of a vault that has not signed what it reads. */
const strangeMacs: EventMacs = { ...noMacs, isGenuine: () => false }

async function storeWithEvents(count: number, macs = noMacs) {
  const { url } = await eventStoreNodeForThisTest()
  const store = storeForThisTest(url, { laggingMs: 300, macs })
  const stream = newStream()
  await store.append(stream, newEvents(count), 'no_stream')
  return { url, store, stream, place: await placeAtEnd(store) }
}

async function placeAtEnd(store: EventStore): Promise<LogPlace> {
  return (await logOf(store)).map(placeBehind).at(-1) ?? BEFORE_THE_LOG
}

const following = (store: EventStore, after: LogPlace) =>
  store.subscribe({ name: 'all', after, maxBatch: 10, handle: recorder().handle })

test('a consumer of one log does not follow another one, and nothing is written to it', async () => {
  const own = await storeWithEvents(3)
  const other = await storeWithEvents(5, strangeMacs)

  await expect(following(other.store, own.place).ended).rejects.toThrow(AnotherLog)

  expect(other.store.anotherLog()?.message).toMatch(/^anotherLog: .*@2\) at position \d+, found/)
  await expect(other.store.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
    AnotherLog,
  )
  expect(await logOf(storeForThisTest(other.url))).toHaveLength(5)
})

test('a log in which the last event is at another position is another log', async () => {
  const { store, place } = await storeWithEvents(3)
  const { lastEvent } = place
  const position = logPosition(1n)
  const elsewhere = { position, lastEvent: lastEvent && { ...lastEvent, position } }

  await expect(store.checkPlace(elsewhere)).rejects.toThrow(/, found it at position \d+$/)
})

test('a log of ours without the event, or with another one in its place, was set back', async () => {
  const { store, place } = await storeWithEvents(3)
  const { lastEvent } = place
  const lost = { ...place, lastEvent: lastEvent && { ...lastEvent, revision: 3n } }
  const replaced = { ...place, lastEvent: lastEvent && { ...lastEvent, id: randomUUID() } }

  await expect(store.checkPlace(lost)).rejects.toThrow(/^logSetBack: .*, found nothing there$/)
  await expect(store.checkPlace(replaced)).rejects.toThrow(/^logSetBack: .*, found event /)

  expect(store.anotherLog()?.state).toBe('logSetBack')
})

test('consumers continue once their own log is back', async () => {
  const { store, place, stream } = await storeWithEvents(3)
  const missing = {
    ...place,
    lastEvent: place.lastEvent && { ...place.lastEvent, revision: 7n },
  }
  await expect(store.checkPlace(missing)).rejects.toThrow('found nothing there')
  expect(store.anotherLog()).toBeInstanceOf(AnotherLog)

  await store.checkPlace(place)

  expect(store.anotherLog()).toBeUndefined()
  await store.append(stream, newEvents(1), 2n)
})

test('a subscription reports its last known event, even if it delivers none', async () => {
  const { store } = await storeWithEvents(3)
  const seen: LogPlace[] = []
  const subscription = store.subscribe({
    name: 'invoices',
    after: BEFORE_THE_LOG,
    streamPrefixes: ['invoice-'],
    maxBatch: 10,
    handle: async (_events, upTo) => void seen.push(upTo),
  })

  await eventually(() => seen.length).toBeGreaterThan(0)

  expect(subscription.place()).toEqual(await placeAtEnd(store))
})
