// @module-tag embedded-node

import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { eventually, listeningLogger, newEvents, newStream, storeForThisTest } from './support.ts'

test.for([-1_900, -1_500, 1_500, 48 * 3_600_000])(
  'an event that is written and read tells that the store’s clock is %i ms ahead',
  async (aheadMs) => {
    const { url } = await embeddedNodeForThisTest({ clock: () => Date.now() + aheadMs })
    const { logger, count } = listeningLogger()
    const store = storeForThisTest(url, { logger, writes: true })
    store.subscribe({
      name: 'any',
      after: BEFORE_THE_LOG,
      maxBatch: 10,
      handle: async () => undefined,
    })

    // It was written between two moments: the difference is known as exactly as they are near.
    async function offset() {
      await store.append(newStream(), newEvents(2), 'no_stream')
      return Math.abs(store.clockOffsetMs() + aheadMs)
    }
    await eventually(offset).toBeLessThan(400)
    expect(Math.sign(store.clockOffsetMs())).toBe(-Math.sign(aheadMs))
    expect(count('clocks differ')).toBeGreaterThan(0)
  },
)

test('a difference within the accuracy of measuring is none', async () => {
  const { url } = await embeddedNodeForThisTest()
  const { logger, count } = listeningLogger()
  const store = storeForThisTest(url, { logger, writes: true })
  let read = 0
  store.subscribe({
    name: 'any',
    after: BEFORE_THE_LOG,
    maxBatch: 10,
    handle: async (events) => void (read += events.length),
  })
  await store.append(newStream(), newEvents(3), 'no_stream')
  await eventually(() => read).toBe(3)
  expect(store.clockOffsetMs()).toBe(0)
  expect(count('clocks differ')).toBe(0)
})

test('a node that gossips late once accuses no clock', async () => {
  let lateMs = 16_000
  const { url } = await embeddedNodeForThisTest({ clock: () => Date.now() - lateMs })
  const { logger, count } = listeningLogger()
  const store = storeForThisTest(url, { logger, writes: true })
  await store.headOfLog()
  await setTimeout(1_000)
  lateMs = 0
  await setTimeout(4_000)
  expect([store.clockOffsetMs(), count('clocks differ')]).toEqual([0, 0])
})
