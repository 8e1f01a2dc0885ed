import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'

const node = eventStoreNodeForThisFile()

test('an append is read back and seen by a subscriber', async () => {
  const client = EventStoreDBClient.connectionString(node.url)
  const result = await client.appendToStream(
    'voucher-1',
    [
      jsonEvent({ type: 'Drafted', data: { a: 1 } }),
      jsonEvent({ type: 'Drafted', data: { a: 2 } }),
    ],
    { expectedRevision: 'no_stream' },
  )
  expect(result).toMatchObject({
    success: true,
    nextExpectedRevision: 1n,
    position: { commit: 2n, prepare: 2n },
  })
  const second = await client.appendToStream(
    'voucher-1',
    jsonEvent({ type: 'Drafted', data: { a: 3 } }),
    { expectedRevision: 1n },
  )
  expect(second.nextExpectedRevision).toBe(2n)
  const read = []
  for await (const { event } of client.readStream('voucher-1')) read.push(event?.data)
  expect(read).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
  const subscription = client.subscribeToAll({
    fromPosition: START,
    filter: {
      filterOn: 'streamName',
      prefixes: ['voucher-'],
      checkpointInterval: 1,
      checkpointReached: async () => {},
    },
  })
  const seen: unknown[] = []
  for await (const { event } of subscription) {
    seen.push(event?.revision)
    if (seen.length === 3) break
  }
  expect(seen).toEqual([0n, 1n, 2n])
  await client.dispose()
})
