// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, newStream } from './official-client.ts'
import {
  failureOf,
  filterOptions,
  logOptions,
  messagesOf,
  named,
  nothing,
  proposal,
  rawClient,
  streamOptions,
} from './raw-calls.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const
const MOST = String(2n ** 64n - 1n)
const { ReadDirection, StreamOptions, AllOptions, Position, UUIDOption } = streams.ReadReq.Options

test('an event carries its position, its time in ticks, its type and its kind of content', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const since = Date.now()
  await client.appendToStream(newStream(), drafted(), isNew)
  const event = jsonEvent({ type: 'Drafted', data: { gram: '1.5' }, metadata: { desk: 1 } })
  const { position } = await client.appendToStream(stream, event, isNew)
  const [message] = await messagesOf(rawClient(node.url), streamOptions(stream))
  const recorded = message?.getEvent()?.getEvent()
  expect(message?.getEvent()?.getCommitPosition()).toBe(String(position?.commit))
  expect(message?.getEvent()?.hasLink()).toBe(false)
  expect(recorded?.getCommitPosition()).toBe(String(position?.commit))
  expect(recorded?.getPreparePosition()).toBe(String(position?.prepare))
  expect(recorded?.getStreamRevision()).toBe('0')
  expect(recorded?.getId()?.getString()).toBe(event.id)
  expect(Buffer.from(recorded?.getData_asU8() ?? []).toString()).toBe('{"gram":"1.5"}')
  expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? []).toString()).toBe('{"desk":1}')
  const properties = new Map(recorded?.getMetadataMap().getEntryList())
  expect([...properties.keys()].toSorted()).toEqual(['content-type', 'created', 'type'])
  expect(properties.get('content-type')).toBe('application/json')
  expect(properties.get('created')).toMatch(/^\d{17}$/)
  const created = Number(properties.get('created')) / 10_000
  expect(created).toBeGreaterThanOrEqual(since)
  expect(created).toBeLessThanOrEqual(Date.now())
})

test('ids are sent as text on request, otherwise as two numbers', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  const id = 'ffffffff-ffff-4fff-8000-0123456789ab'
  await client.appendToStream(stream, binaryEvent({ id, type: 'A', data: Buffer.from('x') }), isNew)
  const idAsked = async (option: streams.ReadReq.Options.UUIDOption | undefined) => {
    const options = streamOptions(stream).setUuidOption(option)
    const [message] = await messagesOf(rawClient(node.url), options)
    return message?.getEvent()?.getEvent()?.getId()
  }
  const structured = await idAsked(new UUIDOption().setStructured(nothing()))
  expect(structured?.getStructured()?.toObject()).toEqual({
    mostSignificantBits: '-45057',
    leastSignificantBits: '-9223370785854879317',
  })
  expect((await idAsked(undefined))?.hasStructured()).toBe(true)
  expect((await idAsked(new UUIDOption().setString(nothing())))?.getString()).toBe(id)
})

test('invalid content marked as JSON is returned unchanged', async () => {
  const stream = newStream()
  const options = new streams.AppendReq.Options()
    .setStreamIdentifier(named(stream))
    .setNoStream(nothing())
  const broken = proposal(randomUUID())
    .setData(Buffer.from('{"gram":'))
    .setCustomMetadata(Buffer.from('{'))
  await new Promise((resolve, reject) => {
    const call = rawClient(node.url).append((error, answer) =>
      error ? reject(error) : resolve(answer),
    )
    call.write(new streams.AppendReq().setOptions(options))
    call.end(new streams.AppendReq().setProposedMessage(broken))
  })
  const [read] = await all(clientOf(node.url).readStream(stream))
  expect(read?.event).toMatchObject({ data: '{"gram":', isJson: true })
  expect(Object.values(read?.event?.metadata ?? {})).toEqual([123])
})

test('the greatest numbers are valid places and amounts', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, [drafted(), drafted(), drafted()], isNew)
  const raw = rawClient(node.url)
  const read = async (options: streams.ReadReq.Options) =>
    (await messagesOf(raw, options)).map((message) =>
      Number(message.getEvent()?.getEvent()?.getStreamRevision()),
    )
  const backwards = ReadDirection.BACKWARDS
  const from = (revision: string) => {
    const options = streamOptions(stream, MOST)
    options.getStream()?.clearStart()
    options.getStream()?.setRevision(revision)
    return options
  }
  const logFrom = (commit: string) => {
    const position = new Position().setCommitPosition(commit).setPreparePosition(commit)
    return logOptions('3').setAll(new AllOptions().setPosition(position))
  }
  expect(await read(streamOptions(stream, MOST))).toEqual([0, 1, 2])
  const fromEnd = raw.read(new streams.ReadReq().setOptions(from(MOST)))
  expect(await failureOf(fromEnd)).toMatchObject({
    code: status.UNKNOWN,
    details: 'Unexpected ReadStreamResult: Error',
  })
  expect(await read(from(String(2n ** 63n)))).toEqual([])
  expect(await read(from(MOST).setReadDirection(backwards))).toEqual([2, 1, 0])
  expect(await read(from(String(2n ** 63n - 1n)).setReadDirection(backwards))).toEqual([2, 1, 0])
  expect(await read(logFrom(MOST))).toEqual([])
  expect(await read(logFrom(MOST).setReadDirection(backwards))).toEqual([2, 1, 0])
  expect(await read(streamOptions(stream, '0'))).toEqual([])
  expect(await read(logFrom(String(2n ** 63n)))).toEqual([])
  const beyond = logFrom(String(2n ** 63n)).setReadDirection(backwards)
  const refused = raw.read(new streams.ReadReq().setOptions(beyond))
  expect(await failureOf(refused)).toMatchObject({
    code: status.UNKNOWN,
    details: 'Unexpected ReadAllResult: Error',
  })
})

const subscription = () => new streams.ReadReq.Options.SubscriptionOptions()
const filter = () => filterOptions('type', { prefixes: ['A'] })
const prepareAhead = () => new Position().setCommitPosition('1').setPreparePosition('2')

const senseless: readonly (readonly [string, () => streams.ReadReq.Options])[] = [
  ['a filter on a stream', () => streamOptions('a').setFilter(filter())],
  ['neither a filter nor none', () => logOptions().setNoFilter()],
  [
    'a subscription that goes backwards',
    () => logOptions().setSubscription(subscription()).setReadDirection(ReadDirection.BACKWARDS),
  ],
  [
    'a position that is prepared behind its commit',
    () => logOptions().setAll(new AllOptions().setPosition(prepareAhead())),
  ],
  [
    'a filter that is neither for streams nor types',
    () => logOptions().setFilter(filter().setEventType()),
  ],
  ['a window of no events', () => logOptions().setFilter(filter().setMax(0))],
  [
    'an interval of no events',
    () => logOptions().setFilter(filter().setCheckpointintervalmultiplier(0)),
  ],
  ['no place in a stream', () => streamOptions('a').setStream(new StreamOptions())],
]

test.for(senseless)('a read with %s is an invalid argument', async ([, options]) => {
  const call = rawClient(node.url).read(new streams.ReadReq().setOptions(options()))
  expect((await failureOf(call)).code).toBe(status.INVALID_ARGUMENT)
})

test('credentials and requires-leader headers make no difference', async () => {
  const client = clientOf(node.url)
  const stream = newStream()
  await client.appendToStream(stream, drafted(), { ...isNew, requiresLeader: true })
  const headers = new Metadata()
  headers.set('authorization', `Basic ${Buffer.from('nobody:wrong').toString('base64')}`)
  headers.set('requires-leader', 'true')
  headers.set('connection-name', 'desk')
  const call = rawClient(node.url).read(
    new streams.ReadReq().setOptions(streamOptions(stream)),
    headers,
  )
  expect(await call.toArray()).toHaveLength(1)
})
