// @module-tag embedded-node

import { binaryEvent, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { embeddedProcessForThisTest } from '#test/support/embedded-node.ts'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { refusedRead } from './client-differences.ts'
import { all, clientOf, drafted, first, manyDrafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

const revisions = (events: readonly ResolvedEvent[]) =>
  events.map(({ event }) => Number(event?.revision))

const at = (position: bigint) => ({ commit: position, prepare: position })

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

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
        await expect(read).rejects.toThrow(
          refusedRead('2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition'),
        )
      }
      const following = first(1, client.subscribeToAll({ fromPosition: at(place) }))
      await expect(following).rejects.toThrow('Trying to read from an invalid position.')
    }
  }
  const beyond = at(2n ** 62n)
  expect(await all(client.readAll({ fromPosition: beyond }))).toEqual([])
  const backwards = client.readAll({ fromPosition: beyond, direction: 'backwards' })
  await expect(all(backwards)).rejects.toThrow(
    refusedRead('2 UNKNOWN: Unexpected ReadAllResult: Error'),
  )
}
