// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import {
  binaryEvent,
  type EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { embeddedProcessForThisTest } from '#test/support/embedded-node.ts'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import {
  all,
  clientOf,
  drafted,
  first,
  manyDrafted,
  newStream,
  numbersIn,
  placeOf,
} from './official-client.ts'

const node = eventStoreNodeForThisFile()

const revisions = (events: readonly ResolvedEvent[]) =>
  events.map(({ event }) => Number(event?.revision))

const at = (position: bigint) => ({ commit: position, prepare: position })

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('an event comes back as it was sent', async () => {
  const client = clientOf(node.url)
  const stream = `sayım fişi-${randomUUID()} → 100 %`
  const id = randomUUID()
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const before = Date.now()
  await client.appendToStream(
    stream,
    [
      jsonEvent({
        id,
        type: 'Sayıldı',
        data: { gram: '12.50' },
        metadata: { company: 'Altınbaş' },
      }),
      binaryEvent({ type: 'Scanned', data: bytes, metadata: bytes }),
      jsonEvent({ type: 'Empty', data: {} }),
    ],
    { expectedRevision: 'no_stream' },
  )
  const [counted, scanned, empty] = await all(client.readStream(stream))
  expect(counted?.event).toMatchObject({ id, streamId: stream, type: 'Sayıldı', isJson: true })
  expect(counted?.event).toMatchObject({
    data: { gram: '12.50' },
    metadata: { company: 'Altınbaş' },
  })
  expect(counted?.event?.created.getTime()).toBeGreaterThanOrEqual(before)
  expect(counted?.event?.created.getTime()).toBeLessThanOrEqual(Date.now())
  expect(counted?.commitPosition).toBe(counted?.event?.position?.commit)
  expect(scanned?.event).toMatchObject({
    type: 'Scanned',
    isJson: false,
    data: bytes,
    metadata: bytes,
  })
  expect(empty?.event).toMatchObject({ revision: 2n, metadata: undefined })
})

test('a stream of many pages reads whole, forwards and backwards', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(600), { expectedRevision: 'no_stream' })
  expect(revisions(await all(client.readStream(stream)))).toEqual(upTo(600))
  const backwards = await all(
    client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }),
  )
  expect(revisions(backwards)).toEqual(upTo(600).toReversed())
})

test('a read starts at the revision asked for and ends after the number asked for', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(10), { expectedRevision: 'no_stream' })
  const read = async (options: Parameters<typeof client.readStream>[1]) =>
    revisions(await all(client.readStream(stream, options)))
  expect(await read({ fromRevision: 4n, maxCount: 3 })).toEqual([4, 5, 6])
  expect(await read({ fromRevision: 8n, maxCount: 300 })).toEqual([8, 9])
  expect(await read({ fromRevision: 10n })).toEqual([])
  expect(await read({ direction: 'backwards', fromRevision: 3n, maxCount: 2 })).toEqual([3, 2])
  expect(await read({ direction: 'backwards', fromRevision: 99n, maxCount: 1 })).toEqual([9])
  expect(await read({ direction: 'backwards', fromRevision: 'start' })).toEqual([0])
})

test('a stream that never existed is not found', async () => {
  const client = clientOf(node.url)
  for (const fromRevision of ['start', 0n] as const) {
    const read = all(client.readStream(newStream(), { fromRevision }))
    await expect(read).rejects.toBeInstanceOf(StreamNotFoundError)
  }
  const fromEnd = { direction: 'backwards', fromRevision: 'end' } as const
  const backwards = all(client.readStream(newStream(), fromEnd))
  await expect(backwards).rejects.toBeInstanceOf(StreamNotFoundError)
})

test('events too large for one page in memory still arrive in order', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const data = new Uint8Array(900_000)
  for (let revision = -1n; revision < 11n; revision += 1n) {
    const scan = binaryEvent({ type: 'Scanned', data })
    const expectedRevision = revision === -1n ? 'no_stream' : revision
    await client.appendToStream(stream, scan, { expectedRevision })
  }
  expect(revisions(await all(client.readStream(stream)))).toEqual(upTo(12))
  const log = await all(client.readAll())
  const position = log.findIndex(({ event }) => event?.streamId === stream)
  expect(revisions(log.slice(position))).toEqual(upTo(12))
})

test('the log shows all streams in the order in which they were written', async () => {
  const own = await eventStoreNodeForThisTest()
  const client = clientOf(own.url)
  const written: string[] = []
  for (let count = 0; count < 270; count += 1) {
    const event = drafted(count)
    await client.appendToStream(newStream(), event, { expectedRevision: 'no_stream' })
    written.push(event.id)
  }
  const forwards = await all(client.readAll())
  expect(forwards.map(({ event }) => event?.id)).toEqual(written)
  const positions = forwards.map(({ commitPosition = 0n }) => commitPosition)
  expect(positions.every((position, index) => position > (positions[index - 1] ?? 0n))).toBe(true)
  const backwards = await all(client.readAll({ direction: 'backwards', fromPosition: 'end' }))
  expect(backwards).toEqual(forwards.toReversed())
})

test('reading the log forwards includes the position given, backwards it does not', async () => {
  const own = await eventStoreNodeForThisTest()
  const client = clientOf(own.url)
  await client.appendToStream(newStream(), manyDrafted(6), { expectedRevision: 'no_stream' })
  const number = await numbersIn(client)
  const read = async (options: Parameters<typeof client.readAll>[0]) =>
    (await all(client.readAll(options))).map(({ commitPosition }) => number(commitPosition))
  const third = await placeOf(client, 3)
  expect(await read({ fromPosition: third, maxCount: 2 })).toEqual([3, 4])
  expect(await read({ fromPosition: at(0n), maxCount: 2 })).toEqual([1, 2])
  expect(await read({ fromPosition: 'end' })).toEqual([])
  const backwards = { direction: 'backwards', maxCount: 2 } as const
  expect(await read({ ...backwards, fromPosition: third })).toEqual([2, 1])
  expect(await read({ ...backwards, fromPosition: 'end' })).toEqual([6, 5])
  expect(await read({ ...backwards, fromPosition: 'start' })).toEqual([])
})

test('a position without an event is refused, in memory and from the disk', async () => {
  const own = await embeddedProcessForThisTest()
  const append = (client: EventStoreDBClient) =>
    client.appendToStream(newStream(), manyDrafted(3), { expectedRevision: 'no_stream' })
  const client = clientOf(own.url)
  await append(client)
  await expectNothingBetweenEvents(client)
  await own.stop('SIGTERM')
  await own.start()
  const again = clientOf(own.url)
  await expectNothingBetweenEvents(again)
  await append(again)
  await expectNothingBetweenEvents(again)
})

async function expectNothingBetweenEvents(client: EventStoreDBClient) {
  const log = await all(client.readAll())
  for (const { commitPosition = 0n } of log) {
    for (const place of [commitPosition - 1n, commitPosition + 1n]) {
      for (const direction of ['forwards', 'backwards'] as const) {
        const read = all(client.readAll({ fromPosition: at(place), direction }))
        await expect(read).rejects.toThrow('2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition')
      }
      const following = first(1, client.subscribeToAll({ fromPosition: at(place) }))
      await expect(following).rejects.toThrow('Trying to read from an invalid position.')
    }
  }
  const beyond = at(2n ** 62n)
  expect(await all(client.readAll({ fromPosition: beyond }))).toEqual([])
  const backwards = client.readAll({ fromPosition: beyond, direction: 'backwards' })
  await expect(all(backwards)).rejects.toThrow('2 UNKNOWN: Unexpected ReadAllResult: Error')
}
