// @module-tag embedded-node

import { expect, test } from 'vitest'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { isInLog, logPosition } from '#kernel/platform/event-store/log-position.ts'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import {
  eventually,
  newEvent,
  newEvents,
  newStream,
  reached,
  recorder,
  storeForThisTest,
} from './support.ts'

test.for(SERVER_VERSIONS)('an empty log of %s is followed from its start', async (version) => {
  const { url } = await embeddedNodeForThisTest({ version })
  const store = storeForThisTest(url)
  const [everything, happenings] = [recorder(), recorder()]
  const followed = { after: BEFORE_THE_LOG, maxBatch: 10 }
  const all = store.subscribe({ ...followed, name: 'all', handle: everything.handle })
  const streamPrefixes = ['happening-']
  const some = store.subscribe({
    ...followed,
    name: 'some',
    streamPrefixes,
    handle: happenings.handle,
  })

  await store.append(newStream('strange'), newEvents(40), 'no_stream')
  const { position } = await store.append(newStream(), newEvents(3), 'no_stream')

  await eventually(reached(all)).toBe(position)
  await eventually(reached(some)).toBe(position)
  expect(happenings.events).toHaveLength(3)
  const told = [...everything.batches, ...happenings.batches]
  expect(told.every(({ upTo }) => isInLog(BigInt(upTo.toString())))).toBe(true)
})

test.for(SERVER_VERSIONS)(
  'a place that is not in the log of %s is no failure of the store',
  async (version) => {
    const { url } = await embeddedNodeForThisTest({ version })
    const store = storeForThisTest(url, { laggingMs: 200 })
    const stream = newStream()
    await store.append(stream, newEvents(1), 'no_stream')
    const { position } = await store.append(stream, newEvents(1), 0n)
    const between = logPosition(BigInt(position.toString()) - 1n)

    const { ended } = store.subscribe({
      name: 'all',
      after: { position: between, lastEvent: undefined },
      maxBatch: 10,
      handle: recorder().handle,
    })

    await expect(ended).rejects.toThrow(/^logSetBack: .*no event begins at position/)
  },
)

test('an event over the limit of a node for one event is refused in its words', async () => {
  const limits = { maxEventBytes: 4_000 }
  const { url } = await embeddedNodeForThisTest({ version: '26.1.0', limits })
  const store = storeForThisTest(url)
  const large = newEvent({ text: 'x'.repeat(5_000) })
  await expect(store.append(newStream(), [large], 'no_stream')).rejects.toThrow(
    /refused to write.* --max-append-event-size/,
  )
})
