import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { BEFORE_THE_LOG, EventStoreUnavailable } from '#kernel/platform/event-store/event-store.ts'
import {
  type EventStoreProcess,
  eventStoreNodeForThisTest,
  eventStoreProcessForThisTest,
} from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { countedMs } from '#test/support/within.ts'
import { follow } from './followers.ts'
import { newEvents, newStream, storeForThisTest } from './support.ts'

test('closing waits for the appends in flight and then refuses all use', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url, { closeTimeoutMs: LONGEST_WAIT_MS })
  const { subscription } = follow(store, { maxBatch: 9 })
  const appending = Array.from({ length: 50 }, () =>
    store.append(newStream(), newEvents(1), 'no_stream'),
  )

  await store.close()

  expect(await Promise.all(appending)).toHaveLength(50)
  await subscription.ended
  await expect(store.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
    EventStoreUnavailable,
  )
  await expect(store.headOfLog()).rejects.toThrow(EventStoreUnavailable)
  expect(() =>
    store.subscribe({
      name: 'b',
      after: BEFORE_THE_LOG,
      maxBatch: 1,
      handle: async () => undefined,
    }),
  ).toThrow(EventStoreUnavailable)
})

test.each([
  { situation: 'its node serves', disturb: async () => undefined, isFrozen: false },
  {
    situation: 'its node is gone',
    disturb: (node: EventStoreProcess) => node.stop(),
    isFrozen: false,
  },
  {
    situation: 'its node is frozen',
    disturb: (node: EventStoreProcess) => node.freeze(),
    isFrozen: true,
  },
])('a process that has closed the store can end while $situation', async (given) => {
  const node = await eventStoreProcessForThisTest()
  const script = fileURLToPath(new URL('exits-when-closed.ts', import.meta.url))
  const child = fork(script, [node.url])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')

  await given.disturb(node)
  const tookMs = countedMs()
  child.send(given.isFrozen ? 'append' : 'close')
  const [code] = await once(child, 'exit')

  expect(code).toBe(0)
  // It waits half a second for what is under way; by default it would wait five.
  expect(tookMs()).toBeLessThan(4_000)
})
