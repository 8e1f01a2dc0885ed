import { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { logOf, newEvent, newEvents, newStream, storeForThisTest } from './support.ts'

const node = eventStoreNodeForThisFile()

test('an append returns the revision and the position of its last event', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()

  const first = await store.append(stream, newEvents(3), 'no_stream')
  const second = await store.append(stream, newEvents(1), first.revision)

  expect(first.revision).toBe(2n)
  expect(second.revision).toBe(3n)
  expect(second.position > first.position).toBe(true)
  expect(await store.headOfLog()).toBe(second.position)
})

test('appended events are read unchanged', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  const event = newEvent({ name: 'Işıl Çağlayan', amount: '1250.40', lines: [{ no: 1 }] })

  const { position } = await store.append(stream, [event], 'no_stream')

  const read = await store.readStream(stream, { maxCount: 10 })
  const storedAt: unknown = expect.any(Number)
  expect(read).toEqual([{ ...event, stream, revision: 0n, position, storedAt, isGenuine: true }])
})

test('a stream is read from either end and from any revision, up to the given number', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  await store.append(stream, newEvents(5), 'no_stream')
  const revisions = async (read: Parameters<typeof store.readStream>[1]) =>
    (await store.readStream(stream, read)).map(({ revision }) => revision)

  expect(await revisions({ maxCount: 2 })).toEqual([0n, 1n])
  expect(await revisions({ from: 3n, maxCount: 10 })).toEqual([3n, 4n])
  expect(await revisions({ direction: 'backwards', maxCount: 2 })).toEqual([4n, 3n])
  expect(await revisions({ direction: 'backwards', from: 1n, maxCount: 10 })).toEqual([1n, 0n])
  expect(await revisions({ from: 5n, maxCount: 10 })).toEqual([])
})

test('a stream without events is empty', async () => {
  const store = storeForThisTest(node.url)

  expect(await store.readStream(newStream(), { maxCount: 10 })).toEqual([])
})

test('a conflict has the stream’s revision', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  await store.append(stream, newEvents(3), 'no_stream')
  const conflict = async (name: string, expected: bigint | 'no_stream') => {
    const error: unknown = await store.append(name, newEvents(1), expected).catch((e: unknown) => e)
    return error instanceof RevisionConflict ? error.actual : error
  }

  expect(await conflict(stream, 'no_stream')).toBe(2n)
  expect(await conflict(stream, 1n)).toBe(2n)
  expect(await conflict(stream, 7n)).toBe(2n)
  expect(await conflict(newStream(), 4n)).toBeUndefined()
})

test('the same events again are the same append', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  const events = newEvents(2)

  const first = await store.append(stream, events, 'no_stream')
  await store.append(stream, newEvents(1), 1n)
  const again = await store.append(stream, events, 'no_stream')

  expect(again).toEqual(first)
  expect(await store.readStream(stream, { maxCount: 10 })).toHaveLength(3)
})

test('an invalid append is refused at once and affects no other', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  const circle: Record<string, unknown> = {}
  circle['self'] = circle

  await expect(store.append(stream, [], 'no_stream')).rejects.toThrow('no event')
  await expect(store.append('', newEvents(1), 'no_stream')).rejects.toThrow('names its stream')
  await expect(store.append(stream, newEvents(1), -1n)).rejects.toThrow('revision -1')
  const misnamed = { ...newEvent(), id: 'first' }
  await expect(store.append(stream, [misnamed], 'no_stream')).rejects.toThrow('not a UUID')
  await expect(store.append(stream, [newEvent({ gram: 1n })], 'no_stream')).rejects.toThrow(
    'BigInt',
  )
  await expect(store.append(stream, [newEvent(circle)], 'no_stream')).rejects.toThrow('circular')

  expect(await store.append(stream, newEvents(1), 'no_stream')).toMatchObject({ revision: 0n })
})

test('an append over the limit of the store is refused, not retried', async () => {
  const store = storeForThisTest(node.url)
  const events = [newEvent({ text: 'x'.repeat(1_100_000) })]

  const appending = store.append(newStream(), events, 'no_stream')

  await expect(appending).rejects.toThrow('--max-append-size')
})

test('the log is read in order over many pages, without the events of the system', async () => {
  const store = storeForThisTest(node.url)
  const stream = newStream()
  const before = await store.headOfLog()
  for (let revision = -1n; revision < 1_199n; revision += 400n) {
    await store.append(stream, newEvents(400), revision < 0n ? 'no_stream' : revision)
    await keepOnly(5_000, stream)
  }

  const log = await logOf(store, before)

  expect(log.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 1_200 }, (_, i) => BigInt(i)),
  )
  expect(log.every(({ position }, index) => position > (log[index - 1]?.position ?? before))).toBe(
    true,
  )
  expect((await store.headOfLog()) > (log.at(-1)?.position ?? before)).toBe(true)
})

test('many appends at once all arrive', async () => {
  const store = storeForThisTest(node.url)
  const streams = Array.from({ length: 300 }, () => newStream())

  const appended = await Promise.all(
    streams.map((stream) => store.append(stream, newEvents(2), 'no_stream')),
  )

  expect(new Set(appended.map(({ position }) => position)).size).toBe(300)
})

/** Leaves an event of the system in the log. */
async function keepOnly(maxCount: number, stream: string) {
  const client = EventStoreDBClient.connectionString(node.url)
  await client.setStreamMetadata(stream, { maxCount })
  await client.dispose()
}
