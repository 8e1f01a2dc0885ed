// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, manyDrafted, newStream } from './official-client.ts'
import { named, nothing, proposal, rawClient } from './raw-calls.ts'
import { letPass } from './time.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const

async function visible(client: EventStoreDBClient, stream: string, maxCount?: number) {
  const limit = maxCount === undefined ? {} : { maxCount }
  const forwards = await all(client.readStream(stream, limit))
  const backwards = await all(
    client.readStream(stream, { ...limit, direction: 'backwards', fromRevision: 'end' }),
  )
  const revisions = (events: typeof forwards) => events.map(({ event }) => Number(event?.revision))
  return { forwards: revisions(forwards), backwards: revisions(backwards) }
}

const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, n) => from + n)

const both = (forwards: readonly number[]) => ({ forwards, backwards: forwards.toReversed() })

/** A stream of ten events of which the first six are two minutes old. */
async function agedStream(client: EventStoreDBClient) {
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(6), isNew)
  await letPass(node.databaseUrl, stream, 120)
  await client.appendToStream(stream, manyDrafted(4), { expectedRevision: 5n })
  return stream
}

const descriptions = [
  [{ truncateBefore: 3 }, upTo(10, 3)],
  [{ truncateBefore: 10 }, []],
  [{ truncateBefore: 99 }, []],
  [{ maxCount: 3 }, upTo(10, 7)],
  [{ maxCount: 99 }, upTo(10)],
  [{ maxAge: 60 }, upTo(10, 6)],
  [{ maxAge: 600 }, upTo(10)],
  [{ truncateBefore: 8, maxCount: 5 }, upTo(10, 8)],
  [{ truncateBefore: 2, maxCount: 5 }, upTo(10, 5)],
  [{ maxCount: 8, maxAge: 60 }, upTo(10, 6)],
  [{ maxCount: 2, maxAge: 60 }, upTo(10, 8)],
  [{ truncateBefore: 9, maxCount: 5, maxAge: 60 }, upTo(10, 9)],
  [{ truncateBefore: 0, maxCount: 0, maxAge: 0 }, upTo(10)],
] as const

test.for(descriptions)('of a stream with %j are visible: %j', async ([metadata, expected]) => {
  const client = clientOf(node.url)
  const stream = await agedStream(client)
  await client.setStreamMetadata(stream, metadata)
  expect(await visible(client, stream)).toEqual(both(expected))
  expect(await visible(client, stream, 2)).toEqual({
    forwards: expected.slice(0, 2),
    backwards: expected.toReversed().slice(0, 2),
  })
})

const senseless = [
  '',
  'not json',
  '[]',
  '7',
  'null',
  '{"$tb":"2"}',
  '{"$tb":1.5}',
  '{"$tb":2,"$maxCount":"3"}',
  '{"$tb":2,"$maxAge":null}',
  '{"$tb":9223372036854776000}',
  '{"$tb":-2}',
  '{"$maxCount":-1}',
  '{"$tb":2,"$acl":7}',
]

test.for(senseless)('invalid stream metadata hides nothing: %s', async (text) => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(3), isNew)
  await describe(stream, text)
  expect(await visible(client, stream)).toEqual(both([0, 1, 2]))
})

/** As bytes: the client writes no number of this size, and nothing but whole JSON. */
async function describe(stream: string, text: string) {
  const raw = rawClient(node.url)
  const answer = await new Promise<unknown>((resolve) => {
    const call = raw.append((error, response) => resolve(error ?? response?.getSuccess()))
    const options = new streams.AppendReq.Options()
    options.setStreamIdentifier(named(`$$${stream}`)).setAny(nothing())
    call.write(new streams.AppendReq().setOptions(options))
    const properties = { type: '$metadata', 'content-type': 'application/json' }
    const event = proposal(randomUUID(), properties).setData(Buffer.from(text))
    call.write(new streams.AppendReq().setProposedMessage(event))
    call.end()
  })
  expect(answer).toBeInstanceOf(streams.AppendResp.Success)
}

test('a deleted stream that receives invalid metadata shows everything again', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), isNew)
  await client.deleteStream(stream)
  await describe(stream, 'nonsense')
  expect(await visible(client, stream)).toEqual(both([0, 1]))
})

test('metadata with extremely deep nesting does no harm', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(2), isNew)
  const levels = 200_000
  const deep = `{"$tb":9223372036854775807,"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`
  await describe(stream, deep)
  await client.appendToStream(stream, drafted(), { expectedRevision: 'any' })
  expect(await visible(client, stream)).toEqual(both([2]))
  await client.appendToStream(newStream(), jsonEvent({ type: 'A', data: {} }), isNew)
})
