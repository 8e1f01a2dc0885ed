// @module-tag embedded-node

import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import {
  eventually,
  listeningLogger,
  newEvents,
  newStream,
  recorder,
  storeForThisTest,
} from './support.ts'

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

type Administrator = Awaited<ReturnType<typeof storeWithStream>>['administrator']

const ways: Readonly<Record<string, (client: Administrator, stream: string) => Promise<unknown>>> =
  {
    deleted: (client, stream) => client.deleteStream(stream),
    tombstoned: (client, stream) => client.tombstoneStream(stream),
    'cut by $tb': (client, stream) => client.setStreamMetadata(stream, { truncateBefore: 3 }),
    'cut by $maxCount': (client, stream) => client.setStreamMetadata(stream, { maxCount: 1 }),
  }

test.for(
  Object.entries(ways).flatMap(([how, damage]) =>
    ([1n, 4n] as const).map((revision) => ({ how, damage, revision })),
  ),
)(
  'a stream that was $how keeps nobody from the log, although a follower’s last event stands in it at $revision',
  async ({ damage, revision }) => {
    const { store, administrator, stream } = await storeWithStream()
    const [event] = await store.readStream(stream, { from: revision, maxCount: 1 })
    if (event === undefined) throw new Error('nothing was written')
    await damage(administrator, stream)

    const seen = recorder()
    const after = { position: event.position, lastEvent: event }
    await store.checkPlace(after)
    store.subscribe({ name: 'any', after, maxBatch: 10, handle: seen.handle })

    expect(store.anotherLog()).toBeUndefined()
    await store.append(newStream(), newEvents(1), 'no_stream')
    await eventually(() => seen.ids().length).toBe(5 - Number(revision))
  },
)

test('a stream that has become too old for its $maxAge is not taken for one that never was', async () => {
  const { store, administrator, stream } = await storeWithStream()
  await administrator.setStreamMetadata(stream, { maxAge: 1 })

  const read = (direction: 'forwards' | 'backwards') =>
    store.readStream(stream, { direction, maxCount: 10 }).then(
      (events) => String(events.length),
      (error: unknown) => String(error),
    )
  for (const direction of ['forwards', 'backwards'] as const) {
    await expect
      .poll(() => read(direction))
      .toMatch(/is damaged: its beginning is cut off \(\$maxAge 1\)/)
  }
})

test('a stream that is read backwards to its cut off beginning is damaged', async () => {
  const { store, administrator, stream } = await storeWithStream()
  await administrator.setStreamMetadata(stream, { truncateBefore: 3 })
  const backwards = { direction: 'backwards', maxCount: 10 } as const
  await expect(store.readStream(stream, backwards)).rejects.toThrow(
    'what was before revision 3 was cut off',
  )
})

test.for(SERVER_VERSIONS)(
  'on %s all damaged streams are found, with what was done',
  async (version) => {
    const { store, administrator, stream } = await storeWithStream(version)
    const written = async () => {
      const name = newStream()
      await store.append(name, newEvents(3), 'no_stream')
      return name
    }
    const [cut, limited, aged] = [await written(), await written(), await written()]
    const [gone, mended, whole] = [await written(), await written(), await written()]
    expect(await store.damagedStreams()).toEqual([])
    await administrator.deleteStream(stream)
    await administrator.setStreamMetadata(cut, { truncateBefore: 2 })
    await administrator.setStreamMetadata(limited, { maxCount: 9 })
    await administrator.setStreamMetadata(aged, { maxAge: 60 })
    await administrator.tombstoneStream(gone)
    await administrator.setStreamMetadata(mended, { maxCount: 1 })
    await administrator.setStreamMetadata(mended, { owner: 'somebody' })
    await administrator.setStreamMetadata(whole, { cacheControl: 3 })

    const found = await store.damagedStreams()
    expect(new Map(found.map((one) => [one.stream, one.problem]))).toEqual(
      new Map([
        [stream, 'it was deleted'],
        [cut, 'its beginning was cut off ($tb 2)'],
        [limited, 'its beginning is cut off ($maxCount 9)'],
        [aged, 'its beginning is cut off ($maxAge 60)'],
        [gone, 'it was tombstoned'],
      ]),
    )
  },
)

test('more damaged streams than a filter can name are found, each with its owner', async () => {
  const { store, administrator } = await storeWithStream()
  const streams = Array.from({ length: 40 }, () => newStream())
  for (const name of streams) {
    await store.append(name, newEvents(2), 'no_stream')
    await administrator.deleteStream(name)
  }
  const found = await store.damagedStreams()
  expect(found.map((one) => one.stream).toSorted()).toEqual(streams.toSorted())
  expect(new Set(found.map(({ companyId }) => companyId))).toEqual(new Set(['test']))
})
