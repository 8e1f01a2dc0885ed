// @module-tag one-node

import { expect, test } from 'vitest'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { countedMs } from '#test/support/within.ts'
import { follow } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import { eventually, newEvents, newStream, reached, storeForThisTest } from './support.ts'

test('an append at a follower is sent to the leader once', async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  relay.leaderPort = node.port
  const store = storeForThisTest(relay.url, { appendTimeoutMs: 2_500 })
  const stream = newStream()

  const { revision } = await store.append(stream, newEvents(3), 'no_stream')

  expect(relay.notLeaderAnswers()).toBeGreaterThan(0)
  expect(revision).toBe(2n)
  expect(await store.readStream(stream, { maxCount: 10 })).toHaveLength(3)
})

test('subscriptions and appends leave a frozen node long before the client would notice', async () => {
  const node = await eventStoreNodeForThisTest()
  const network = await faultyNetworkForThisTest(node.port)
  const writer = storeForThisTest(node.url)
  const store = storeForThisTest(eventStoreUrl(network.port), {
    silenceMs: 600_000,
    appendTimeoutMs: 2_500,
    readTimeoutMs: 5_000,
  })
  const { seen, subscription } = follow(store, { maxBatch: 10 })
  const first = await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(reached(subscription)).toBe(first.position)

  network.freezeOpen()
  const frozenForMs = countedMs()
  const { position } = await writer.append(newStream(), newEvents(1), 'no_stream')
  const appended = await store.append(newStream(), newEvents(1), 'no_stream')

  await eventually(reached(subscription)).toBe(appended.position)
  expect(appended.position > position).toBe(true)
  // The client's own keep-alive takes 20 s; on a quiet machine this takes less than 5.
  expect(frozenForMs()).toBeLessThan(15_000)
  expect(seen.events).toHaveLength(3)
})
