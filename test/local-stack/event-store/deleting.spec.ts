// @module-tag embedded-node

import { StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, first, manyDrafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

test('a deleted stream is not found, but the log keeps its events', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), { expectedRevision: 'no_stream' })
  await client.deleteStream(stream, { expectedRevision: 1n })
  await expect(all(client.readStream(stream))).rejects.toBeInstanceOf(StreamNotFoundError)
  const kept = (await all(client.readAll())).filter(({ event }) => event?.streamId === stream)
  expect(kept).toHaveLength(2)
})

test.for(['any', 'no_stream', 1n] as const)(
  'a deleted stream is restored by an append at %s and continues its revisions',
  async (expectedRevision) => {
    const client = clientOf(node.url)
    const stream = newStream()
    await client.appendToStream(stream, manyDrafted(2), { expectedRevision: 'no_stream' })
    await client.deleteStream(stream)
    const revived = await client.appendToStream(stream, manyDrafted(2), { expectedRevision })
    expect(revived.nextExpectedRevision).toBe(3n)
    const read = await all(client.readStream(stream))
    expect(read.map(({ event }) => event?.revision)).toEqual([2n, 3n])
    expect(await client.getStreamMetadata(stream)).toMatchObject({
      metadata: { truncateBefore: 2 },
    })
  },
)

test('a tombstone ends a stream permanently', async () => {
  const client = clientOf(node.url)
  const stream = newStream('çek')
  await client.appendToStream(stream, drafted(), { expectedRevision: 'no_stream' })
  await client.tombstoneStream(stream, { expectedRevision: 0n })
  const attempts = [
    () => all(client.readStream(stream)),
    () => client.appendToStream(stream, drafted(), { expectedRevision: 'any' }),
    () => client.appendToStream(stream, drafted(), { expectedRevision: 'no_stream' }),
    () => client.deleteStream(stream),
    () => first(1, client.subscribeToStream(stream)),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(StreamDeletedError)
})
