import { expect, test } from 'vitest'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  eventStoreNodeForThisTest,
  eventStoreProcessForThisTest,
} from '#test/support/event-store.ts'
import { follow, wholeLog } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import {
  BRIEF,
  eventually,
  gate,
  listeningLogger,
  newEvents,
  newStream,
  reached,
  recorder,
  storeForThisTest,
} from './support.ts'

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a subscription continues after the last batch when its node ended by %s',
  async (signal) => {
    const node = await eventStoreProcessForThisTest()
    const store = storeForThisTest(node.url)
    await store.append(newStream(), newEvents(100), 'no_stream')
    const { seen, subscription } = follow(store, { maxBatch: 16 })
    await eventually(reached(subscription)).toBe(await store.headOfLog())

    await node.stop(signal)
    await node.start()
    const { position } = await store.append(newStream(), newEvents(100), 'no_stream')

    await eventually(reached(subscription)).toBe(position)
    expect(seen.ids()).toEqual(await wholeLog(store))
  },
)

test('a subscription continues when the store ends it without an error', {
  tags: ['one-node'],
}, async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const store = storeForThisTest(relay.url, { silenceMs: 60_000 })
  const { seen, subscription } = follow(store, { maxBatch: 16 })
  await store.append(newStream(), newEvents(5), 'no_stream')
  await eventually(reached(subscription)).toBe(await store.headOfLog())

  relay.endOpenCalls()
  await store.append(newStream(), newEvents(5), 'no_stream')

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(seen.ids()).toEqual(await wholeLog(store))
})

test('a node killed while it sends the log loses no event and repeats none', async () => {
  const node = await eventStoreProcessForThisTest()
  const store = storeForThisTest(node.url)
  for (let count = 0; count < 4; count += 1) {
    await store.append(newStream(), newEvents(500), 'no_stream')
  }
  const held = gate()
  const started = gate()
  const { seen, subscription } = follow(store, {
    maxBatch: 32,
    ahead: () => {
      started.open()
      return held.passed()
    },
  })
  await started.passed()

  await node.stop('SIGKILL')
  held.open()
  await eventually(() => seen.batches.length).toBeGreaterThan(0)
  await node.start()

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(seen.ids()).toEqual(await wholeLog(store))
})

test('a subscription survives a freeze of its node', async () => {
  const node = await eventStoreProcessForThisTest()
  const log = listeningLogger()
  const store = storeForThisTest(node.url, { ...BRIEF, logger: log.logger })
  const { seen, subscription } = follow(store, { maxBatch: 16 })
  await store.append(newStream(), newEvents(5), 'no_stream')
  await eventually(reached(subscription)).toBe(await store.headOfLog())

  await node.freeze()
  const appending = store.append(newStream(), newEvents(5), 'no_stream')
  await eventually(() => log.count('log not readable')).toBeGreaterThan(0)
  await node.thaw()
  await appending

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(seen.ids()).toEqual(await wholeLog(store))
})

test('a subscription moves on to the new client when the old one has failed too often', {
  tags: ['one-node'],
}, async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const log = listeningLogger()
  const store = storeForThisTest(relay.url, { logger: log.logger, appendTimeoutMs: 100 })
  const { seen, subscription } = follow(store, { maxBatch: 16 })
  await store.append(newStream(), newEvents(5), 'no_stream')
  await eventually(reached(subscription)).toBe(await store.headOfLog())

  relay.changeAnswer = () => undefined
  const appending = store.append(newStream(), newEvents(5), 'no_stream')
  await eventually(() => log.count('replacing the client')).toBe(1)
  relay.changeAnswer = (answer) => answer
  await appending
  await store.append(newStream(), newEvents(5), 'no_stream')

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(log.count('subscription dropped')).toBe(1)
  expect(seen.ids()).toEqual(await wholeLog(store))
})

test('a read of the log survives the end of its node', async () => {
  const node = await eventStoreProcessForThisTest()
  const store = storeForThisTest(node.url)
  await store.append(newStream(), newEvents(700), 'no_stream')
  await store.append(newStream(), newEvents(700), 'no_stream')
  const read: string[] = []

  for await (const { id } of store.readLog(START_OF_LOG)) {
    read.push(id)
    if (read.length === 250) await node.stop('SIGKILL')
    if (read.length === 400) await node.start()
  }

  expect(read).toHaveLength(1_400)
  expect(read).toEqual(await wholeLog(store))
})

test('a subscription that is silent while the log grows is noticed and replaced', {
  tags: ['one-node'],
}, async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const log = listeningLogger()
  const store = storeForThisTest(relay.url, { logger: log.logger })
  const seen = recorder()
  const subscriptions = [undefined, ['happening']].map((streamPrefixes) =>
    store.subscribe({
      name: 'watched',
      after: BEFORE_THE_LOG,
      maxBatch: 16,
      handle: seen.handle,
      ...(streamPrefixes && { streamPrefixes }),
    }),
  )
  await store.append(newStream(), newEvents(5), 'no_stream')
  for (const one of subscriptions) await eventually(reached(one)).toBe(await store.headOfLog())

  relay.silenceOpenCalls()
  const { position: head } = await store.append(newStream(), newEvents(5), 'no_stream')

  for (const one of subscriptions) await eventually(reached(one)).toBe(head)
  expect(log.count('while the log grew')).toBe(2)
  expect(seen.ids().toSorted()).toEqual(
    [...(await wholeLog(store)), ...(await wholeLog(store))].toSorted(),
  )
})
