// @module-tag embedded-node

import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { withLogs } from '#kernel/platform/event-store/whole-log/clients.ts'
import { copyLog, type Logs } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import { compareLogs } from '#stack/event-store/move/compare-logs.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { clientOf, drafted, manyDrafted, newStream } from '../official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const

type Node = Awaited<ReturnType<typeof eventStoreNodeForThisTest>>

test('a copied log has the same events in the same order, to the byte', async () => {
  const [source, target] = await twoNodes()
  const client = clientOf(source.url)
  const [voucher, invoice] = [newStream('expenseVoucher'), newStream('invoice')]
  await client.appendToStream(voucher, manyDrafted(700), isNew)
  await client.appendToStream(invoice, binaryEvent({ type: 'Scanned', data: everyByte }), isNew)
  const metadata = { actor: 'Ayşe Işık' }
  await client.appendToStream(voucher, jsonEvent({ type: 'Sent', data: {}, metadata }))
  await client.appendToStream('$stats-1', drafted(), isNew)
  await client.appendToStream('orders-1', drafted(), isNew)
  await client.setStreamMetadata('orders-1', { maxCount: 1 })
  await changeIn(source, `data = '{"weight" : 1.50, "weight": 2e0 }' where type = 'Sent'`)
  const report = await copy(source, target)
  expect(report).toMatchObject({ copied: 702, alreadyThere: 0, equal: true })
  expect(await rowsOf(target)).toEqual(withoutOthers(await rowsOf(source)))
  expect(report.source).toEqual(report.target)
})

test('later events are copied by the next run, which starts where the last one ended', async () => {
  const [source, target] = await twoNodes()
  const [client, stream] = [clientOf(source.url), newStream('expenseVoucher')]
  await client.appendToStream(stream, manyDrafted(5), isNew)
  await copy(source, target)
  await client.appendToStream(stream, manyDrafted(2))
  expect((await compare(source, target)).equal).toBe(false)
  expect(await copy(source, target)).toMatchObject({ alreadyThere: 5, copied: 2, equal: true })
  expect(await rowsOf(target)).toEqual(await rowsOf(source))
})

test('a target that differs from the beginning of the source is refused and left unchanged', async () => {
  const [source, target] = await twoNodes()
  const stream = newStream('expenseVoucher')
  await clientOf(source.url).appendToStream(stream, manyDrafted(2), isNew)
  await copy(source, target)
  await clientOf(target.url).appendToStream(stream, drafted(9))
  const before = await rowsOf(target)
  await expect(copy(source, target)).rejects.toThrow(`Drafted at 2@${stream} where the source ends`)
  await clientOf(source.url).appendToStream(stream, drafted(3))
  await expect(copy(source, target)).rejects.toThrow(
    `not a copy of the source: it has Drafted at 2@${stream}`,
  )
  expect(await rowsOf(target)).toEqual(before)
})

test('a difference anywhere in the log is found and named', async () => {
  const [source, target] = await twoNodes()
  const stream = newStream('expenseVoucher')
  await clientOf(source.url).appendToStream(stream, manyDrafted(3), isNew)
  await copy(source, target)
  await changeIn(target, `metadata = '{}' where revision = 1`)
  expect(await compare(source, target)).toMatchObject({
    equal: false,
    difference: `source: Drafted at 1@${stream}; target: Drafted at 1@${stream}`,
  })
})

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const twoNodes = async () =>
  [await eventStoreNodeForThisTest(), await eventStoreNodeForThisTest()] as const

const unwatched = { begin: () => {}, reached: () => {}, end: () => {} }

const between = <Result>(source: Node, target: Node, work: (logs: Logs) => Promise<Result>) =>
  withLogs({ from: source.url, to: target.url }, work)

const copy = (source: Node, target: Node) =>
  between(source, target, async (logs) => ({
    ...(await copyLog(logs, unwatched)),
    ...(await compareLogs(logs, unwatched)),
  }))

const compare = (source: Node, target: Node) =>
  between(source, target, (logs) => compareLogs(logs, unwatched))

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

const withoutOthers = (rows: readonly Row[]) =>
  rows.filter(({ stream }) => !/^\$|^orders/.test(stream))
