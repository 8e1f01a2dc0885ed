// @module-tag embedded-node

import {
  binaryEvent,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, manyDrafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

// Credentials make the client use the call that carries one append; without them many share one.
const ways = [
  ['alone', { credentials: { username: 'admin', password: 'changeit' } }],
  ['batched', {}],
] as const

test.for(ways)('an append to a new stream returns its position (%s)', async ([, way]) => {
  const client = clientOf(node.url)
  const stream = newStream()
  const written = await client.appendToStream(stream, manyDrafted(3), {
    ...way,
    expectedRevision: 'no_stream',
  })
  const next = await client.appendToStream(stream, drafted(), { ...way, expectedRevision: 2n })
  expect(written).toMatchObject({ success: true, nextExpectedRevision: 2n })
  expect(next.nextExpectedRevision).toBe(3n)
  expect(next.position?.commit).toBeGreaterThan(written.position?.commit ?? 0n)
  expect(next.position?.prepare).toBe(next.position?.commit)
})

test.for(ways)('an append at an unexpected revision is refused (%s)', async ([, way]) => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), { ...way, expectedRevision: 'no_stream' })
  for (const expectedRevision of ['no_stream', 0n, 2n] as const) {
    const attempt = client.appendToStream(stream, drafted(), { ...way, expectedRevision })
    const error = await attempt.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(error).toMatchObject({ streamName: stream, actualVersion: 1n })
  }
  const toMissing = client.appendToStream(newStream(), drafted(), { ...way, expectedRevision: 0n })
  await expect(toMissing).rejects.toMatchObject({ actualVersion: 'no_stream' })
  expect(await all(client.readStream(stream))).toHaveLength(2)
})

test.for(ways)(
  'a repeated append changes nothing and returns the same answer (%s)',
  async (way) => {
    const client = clientOf(node.url)
    const stream = newStream()
    const opening = manyDrafted(2)
    const following = manyDrafted(3)
    const append = (events: typeof opening, expectedRevision: 'no_stream' | bigint) =>
      client.appendToStream(stream, events, { ...way[1], expectedRevision })
    const opened = await append(opening, 'no_stream')
    const followed = await append(following, 1n)
    expect(await append(opening, 'no_stream')).toEqual(opened)
    expect(await append(following, 1n)).toEqual(followed)
    expect(await append(opening.slice(0, 1), 'no_stream')).toMatchObject({
      nextExpectedRevision: 0n,
    })
    expect(await all(client.readStream(stream))).toHaveLength(5)
  },
)

test('only a whole repeat counts as one', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const [one, two, three] = [drafted(1), drafted(2), drafted(3)]
  await client.appendToStream(stream, [one, two], { expectedRevision: 'no_stream' })
  const refused = [
    { events: [one, three], expectedRevision: 'no_stream' },
    { events: [two], expectedRevision: 'no_stream' },
    { events: [one, two, three], expectedRevision: 'no_stream' },
    { events: [one], expectedRevision: 0n },
    { events: [two, three], expectedRevision: 0n },
  ] as const
  for (const { events, expectedRevision } of refused) {
    const attempt = client.appendToStream(stream, [...events], { expectedRevision })
    await expect(attempt).rejects.toBeInstanceOf(WrongExpectedVersionError)
  }
  expect(await all(client.readStream(stream))).toHaveLength(2)
})

test('a repeated append without an expected revision is recognised too', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const [one, two, three] = [drafted(1), drafted(2), drafted(3)]
  const append = (...events: (typeof one)[]) =>
    client.appendToStream(stream, events, { expectedRevision: 'any' })
  const written = await append(one, two)
  expect(await append(one, two)).toEqual(written)
  await expect(append(two, three)).rejects.toBeInstanceOf(WrongExpectedVersionError)
  expect((await append(three)).nextExpectedRevision).toBe(2n)
  const inAnother = await client.appendToStream(newStream(), one, { expectedRevision: 'any' })
  expect(inAnother.nextExpectedRevision).toBe(0n)
})

test('a stream that must exist takes events only once it does', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const append = () =>
    client.appendToStream(stream, drafted(), { expectedRevision: 'stream_exists' })
  await expect(append()).rejects.toBeInstanceOf(WrongExpectedVersionError)
  await client.setStreamMetadata(stream, { maxCount: 10 })
  expect((await append()).nextExpectedRevision).toBe(0n)
  expect((await append()).nextExpectedRevision).toBe(1n)
})

test('of concurrent appends at one revision one succeeds, and a repetition counts as the same', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const append = (event: ReturnType<typeof drafted>) =>
    client.appendToStream(stream, event, { expectedRevision: 'no_stream' })
  const events = manyDrafted(20)
  const attempts = await Promise.allSettled([...events, ...events].map(append))
  const winners = attempts.filter(({ status }) => status === 'fulfilled')
  const recorded = await all(client.readStream(stream))
  expect(winners).toHaveLength(2)
  expect(recorded).toHaveLength(1)
})

test('an append may be large, but not too large', async () => {
  const client = clientOf(node.url)
  const megabyte = new Uint8Array(1024 * 1024).fill(7)
  const event = (bytes: Uint8Array) => binaryEvent({ type: 'Scanned', data: bytes })
  const stream = newStream()
  const append = (events: ReturnType<typeof event>[]) =>
    client.appendToStream(stream, events, { expectedRevision: 'no_stream' })
  const halves = [event(megabyte.subarray(0, 524_000)), event(megabyte.subarray(0, 525_000))]
  await expect(append(halves)).rejects.toBeInstanceOf(MaxAppendSizeExceededError)
  await expect(append([event(megabyte)])).rejects.toBeInstanceOf(MaxAppendSizeExceededError)
  await append([event(megabyte.subarray(0, 1_000_000))])
  const [read] = await all(client.readStream(stream))
  expect(read?.event?.data).toHaveLength(1_000_000)
})

test('an append whose deadline has passed is not written', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const attempt = client.appendToStream(stream, drafted(), {
    expectedRevision: 'no_stream',
    deadline: -1,
  })
  await expect(attempt).rejects.toMatchObject({ type: 'deadline-exceeded' })
  const later = await client.appendToStream(stream, drafted(), { expectedRevision: 'no_stream' })
  expect(later.nextExpectedRevision).toBe(0n)
})
