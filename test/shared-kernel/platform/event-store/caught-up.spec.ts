import { expect, test } from 'vitest'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { follow } from './followers.ts'
import { eventually, newEvents, newStream, reached, storeForThisTest } from './support.ts'

test('a consumer without events knows its place as soon as it has caught up', async () => {
  const node = await eventStoreNodeForThisTest()
  const store = storeForThisTest(node.url, { silenceMs: 600_000 })
  for (let written = 0; written < 5; written += 1) {
    await store.append(newStream('noise'), newEvents(7), 'no_stream')
  }
  const { seen, subscription } = follow(store, { streamPrefixes: ['invoice-'], maxBatch: 10 })

  await eventually(reached(subscription)).toBe(await store.headOfLog())
  expect(seen.events).toEqual([])
})
