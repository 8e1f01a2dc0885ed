// @module-tag embedded-node

import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { listeningLogger, newEvents, newStream, storeForThisTest } from './support.ts'

async function storeWithStream(version: (typeof SERVER_VERSIONS)[number] = '24.10.4') {
  const { url } = await embeddedNodeForThisTest({ version })
  const { logger, count } = listeningLogger()
  const store = storeForThisTest(url, { logger })
  const administrator = newClient(url)
  onTestFinished(() => administrator.dispose())
  const stream = newStream()
  await store.append(stream, newEvents(5), 'no_stream')
  return { store, administrator, stream, count }
}

test.for(SERVER_VERSIONS)(
  'on %s an append that a deleted stream takes at another revision is no success, and an alarm',
  async (version) => {
    const { store, administrator, stream, count } = await storeWithStream(version)
    await administrator.deleteStream(stream)

    await expect(store.append(stream, newEvents(1), 'no_stream')).rejects.toThrow(
      `${stream} is damaged: an append at revision 0 was written at 5`,
    )
    expect(count('another revision than the one it was signed for')).toBe(1)
  },
)

test('a deleted stream is not taken for one that never was', async () => {
  const { store, administrator, stream } = await storeWithStream()
  await administrator.deleteStream(stream)

  await expect(store.readStream(stream, { maxCount: 1 })).rejects.toThrow('it was deleted')
  const last = { direction: 'backwards', maxCount: 1 } as const
  await expect(store.readStream(stream, last)).rejects.toThrow(DamagedStream)
  expect(await store.readStream(newStream(), { maxCount: 1 })).toEqual([])
})

test.for([{ maxCount: 2 }, { truncateBefore: 3 }])(
  'a stream that was cut is not read from its middle: %j',
  async (metadata) => {
    const { store, administrator, stream } = await storeWithStream()
    await administrator.setStreamMetadata(stream, metadata)

    await expect(store.readStream(stream, { maxCount: 10 })).rejects.toThrow(
      'revision 0 was cut off, and 3 is there',
    )
    expect(await store.readStream(stream, { from: 4n, maxCount: 10 })).toHaveLength(1)
  },
)

test('a tombstoned stream is damaged for reads and for appends', async () => {
  const { store, administrator, stream } = await storeWithStream()
  await administrator.tombstoneStream(stream)

  await expect(store.readStream(stream, { maxCount: 1 })).rejects.toThrow('it was tombstoned')
  await expect(store.append(stream, newEvents(1), 4n)).rejects.toThrow(DamagedStream)
})

test('one damaged stream keeps nobody from the log', async () => {
  const { store, administrator, stream } = await storeWithStream()
  const [event] = (await store.readStream(stream, { from: 4n, maxCount: 1 })) ?? []
  if (event === undefined) throw new Error('nothing was written')
  await administrator.deleteStream(stream)

  await store.checkPlace({ position: event.position, lastEvent: event })

  expect(store.anotherLog()).toBeUndefined()
  await store.append(newStream(), newEvents(1), 'no_stream')
})
