import { expect, test } from 'vitest'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogSubscription,
} from '#kernel/platform/event-store/event-store.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { tcpProxyForThisFile } from '#test/support/tcp-proxy.ts'
import { eventually, gate, newEvents, newStream, recorder, storeForThisTest } from './support.ts'

/** As with the standstill of 10 s that services wait for, only shorter. */
const IMPATIENT = { standstillMs: 400 }

let target = ''
const proxy = await tcpProxyForThisFile(() => target.replace('esdb:', 'http:'))

async function storeOfThisTest() {
  const { url } = await eventStoreNodeForThisTest()
  return storeForThisTest(url, IMPATIENT)
}

const follow = (store: EventStore, wanted: Partial<LogSubscription>) =>
  store.subscribe({
    name: 'a follower',
    after: BEFORE_THE_LOG,
    maxBatch: 1,
    handle: recorder().handle,
    ...wanted,
  })

const reasons = (store: EventStore) => () => store.standstills().map(({ reason }) => reason)

test('a follower whose handler does not end stands still until it ends', async () => {
  const store = await storeOfThisTest()
  const held = gate()
  const { position } = await store.append(newStream(), newEvents(1), 'no_stream')
  await store.append(newStream(), newEvents(1), 'no_stream')
  const subscription = follow(store, { handle: recorder(held.passed).handle })

  await eventually(reasons(store)).toEqual([
    'a follower stands still at position 0: the log has more events',
  ])
  held.open()

  await eventually(reasons(store)).toEqual([])
  expect(subscription.place().position >= position).toBe(true)
})

test('a follower that fails at the same event again and again stands still, also during its pauses', async () => {
  const store = await storeOfThisTest()
  await store.append(newStream(), newEvents(1), 'no_stream')
  const handle = () => Promise.reject(new Error('it cannot be read'))
  const failOnce = () => follow(store, { handle }).ended.catch(() => undefined)

  await failOnce()
  await eventually(reasons(store)).toEqual([
    'a follower stands still at position 0: it cannot be read',
  ])
  await failOnce()
  expect(reasons(store)()).toHaveLength(1)

  follow(store, {})
  await eventually(reasons(store)).toEqual([])
})

test('what its owner has not done yet counts, also where it is handed over', async () => {
  const store = await storeOfThisTest()
  let done = BEFORE_THE_LOG.position
  const subscription = follow(store, { reached: () => done })
  expect(reasons(store)()).toEqual([])
  const { position } = await store.append(newStream(), newEvents(1), 'no_stream')

  await eventually(() => subscription.place().position).toEqual(position)
  await eventually(() => store.standstills().map(({ name }) => name)).toEqual(['a follower'])

  done = position
  await eventually(reasons(store)).toEqual([])
})

test('a follower that waits for events does not stand still', async () => {
  const store = await storeOfThisTest()
  const waiting = follow(store, { name: 'waiting', streamPrefixes: ['invoice-'] })
  const { position } = await store.append(newStream(), newEvents(3), 'no_stream')
  await eventually(() => waiting.place().position >= position).toBe(true)
  const stuck = follow(store, { name: 'stuck', handle: () => new Promise(() => undefined) })

  await store.append(newStream(), newEvents(3), 'no_stream')

  await eventually(() => store.standstills().map(({ name }) => name)).toEqual(['stuck'])
  expect(stuck.place()).toEqual(BEFORE_THE_LOG)
})

test('a closed follower does not stand still', async () => {
  const store = await storeOfThisTest()
  const held = gate()
  await store.append(newStream(), newEvents(1), 'no_stream')
  const subscription = follow(store, { handle: recorder(held.passed).handle })
  await eventually(reasons(store)).toHaveLength(1)

  const closed = subscription.close()
  expect(reasons(store)()).toEqual([])
  held.open()
  await closed
})

test('a follower without a connection stands still, though there is nothing for it', async () => {
  target = (await eventStoreNodeForThisTest()).url
  const store = storeForThisTest(eventStoreUrl(Number(new URL(proxy.url).port)), IMPATIENT)
  const subscription = follow(store, {})
  const { position } = await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(() => subscription.place().position).toEqual(position)
  expect(reasons(store)()).toEqual([])

  proxy.disconnect()
  await eventually(reasons(store)).toEqual([
    expect.stringMatching(/^a follower stands still at position \d+: /),
  ])

  proxy.repair()
  await eventually(reasons(store)).toEqual([])
})
