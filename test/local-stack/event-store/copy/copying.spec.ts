// @module-tag embedded-node

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { compareCommand, copyCommand } from '#stack/event-store/copy/commands.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { clientOf, drafted, manyDrafted, newStream } from '../official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const

type Node = Awaited<ReturnType<typeof eventStoreNodeForThisTest>>

test('a copied log has the same events in the same order, to the byte', async () => {
  const [source, target] = await twoNodes()
  const client = clientOf(source.url)
  const [voucher, invoice] = [newStream(), newStream('invoice')]
  await client.appendToStream(voucher, manyDrafted(700), isNew)
  await client.appendToStream(invoice, binaryEvent({ type: 'Scanned', data: everyByte }), isNew)
  const metadata = { actor: 'Ayşe Işık' }
  await client.appendToStream(voucher, jsonEvent({ type: 'Sent', data: {}, metadata }))
  await client.appendToStream('$stats-1', drafted(), isNew)
  await changeIn(source, `data = '{"weight" : 1.50, "weight": 2e0 }' where type = 'Sent'`)
  const { exitCode, report } = await copy(source, target)
  expect([exitCode, report]).toMatchObject([0, { copied: 702, alreadyThere: 0, equal: true }])
  expect(await rowsOf(target)).toEqual(withoutSystem(await rowsOf(source)))
  expect(report.source).toEqual(report.target)
})

test('events that hide, delete and restore streams are copied to their places', async () => {
  const [source, target] = await twoNodes()
  const client = clientOf(source.url)
  const [hidden, deleted, back] = [newStream(), newStream(), newStream()]
  const [described, ended] = [newStream(), newStream()]
  const streams = [hidden, deleted, back, described, ended]
  for (const stream of streams) {
    await client.appendToStream(stream, manyDrafted(3), isNew)
  }
  await client.setStreamMetadata(hidden, { truncateBefore: 2 })
  for (const stream of [deleted, back, described]) await client.deleteStream(stream)
  await client.deleteStream(deleted)
  await client.appendToStream(back, manyDrafted(2))
  await client.setStreamMetadata(described, { maxCount: 5 })
  await client.appendToStream(described, drafted(4))
  await client.tombstoneStream(ended)
  await client.tombstoneStream(newStream())

  expect(await copy(source, target)).toMatchObject({ exitCode: 0, report: { equal: true } })
  expect(withoutServerIds(await rowsOf(target))).toEqual(withoutServerIds(await rowsOf(source)))
  expect(await visible(target, streams)).toEqual(await visible(source, streams))
  expect(await copy(source, target)).toMatchObject({ exitCode: 0, report: { copied: 0 } })
})

test('later events are copied by the next run, which starts where the last one ended', async () => {
  const [source, target] = await twoNodes()
  const [client, stream] = [clientOf(source.url), newStream()]
  await client.appendToStream(stream, manyDrafted(5), isNew)
  await copy(source, target)
  await client.appendToStream(stream, manyDrafted(2))
  expect((await run(compareCommand, source, target)).exitCode).toBe(1)
  const { exitCode, report } = await copy(source, target)
  expect([exitCode, report]).toMatchObject([0, { alreadyThere: 5, copied: 2, equal: true }])
  expect((await run(compareCommand, source, target)).exitCode).toBe(0)
  expect(await rowsOf(target)).toEqual(await rowsOf(source))
})

test('a target that differs from the beginning of the source is refused and left unchanged', async () => {
  const [source, target] = await twoNodes()
  const stream = newStream()
  await clientOf(source.url).appendToStream(stream, manyDrafted(2), isNew)
  await copy(source, target)
  await clientOf(target.url).appendToStream(stream, drafted(9))
  const before = await rowsOf(target)
  const longer = await copy(source, target)
  expect(longer.said).toContain(`Drafted at 2@${stream} where the source ends`)
  await clientOf(source.url).appendToStream(stream, drafted(3))
  const other = await copy(source, target)
  expect(other.said).toContain(`not a copy of the source: it has Drafted at 2@${stream}`)
  expect([longer.exitCode, other.exitCode]).toEqual([1, 1])
  expect(await rowsOf(target)).toEqual(before)
})

test('a difference anywhere in the log is found and named', async () => {
  const [source, target] = await twoNodes()
  const stream = newStream()
  await clientOf(source.url).appendToStream(stream, manyDrafted(3), isNew)
  await copy(source, target)
  await changeIn(target, `metadata = '{}' where revision = 1`)
  const { exitCode, report } = await run(compareCommand, source, target)
  expect([exitCode, report.equal, report.difference]).toEqual([
    1,
    false,
    `source: Drafted at 1@${stream}; target: Drafted at 1@${stream}`,
  ])
})

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const twoNodes = async () =>
  [await eventStoreNodeForThisTest(), await eventStoreNodeForThisTest()] as const

const copy = (source: Node, target: Node) => run(copyCommand, source, target)

async function run(command: typeof copyCommand, source: Node, target: Node) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const terminal = { environment: {}, stdin, stdout, stderr }
  const [printed, said] = [text(stdout), text(stderr)]
  const exitCode = await command
    .run(['--from', source.url, '--to', target.url], terminal)
    .catch((error: unknown) => {
      stderr.write(String(error))
      return 1
    })
  stdout.end()
  stderr.end()
  return { exitCode, report: JSON.parse((await printed) || '{}'), said: await said }
}

interface Row {
  readonly id: string
  readonly stream: string
  readonly type: string
}

/** The table itself, to compare what is stored, not what is reported. */
async function rowsOf({ databaseUrl }: Node): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(
    `select stream, revision, id, type, content_type, encode(data, 'escape') as data,
      encode(metadata, 'escape') as metadata from event_store.events order by position`,
  )
  await client.end()
  return rows
}

async function changeIn({ databaseUrl }: Node, change: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`update event_store.events set ${change}`)
  await client.end()
}

const withoutSystem = (rows: readonly Row[]) => rows.filter(({ stream }) => !/^\$[^$]/.test(stream))

/** Only a server writes these, and gives them ids of its own. */
const withoutServerIds = (rows: readonly Row[]) =>
  rows.map((row) => (row.type.startsWith('$') ? { ...row, id: '' } : row))

async function visible({ url }: Node, streams: readonly string[]) {
  const client = clientOf(url)
  const found: unknown[] = []
  for (const stream of streams) {
    try {
      for await (const { event } of client.readStream(stream)) found.push([event?.id, event?.data])
    } catch (error) {
      found.push(error instanceof Error && error.name)
    }
  }
  return found
}
