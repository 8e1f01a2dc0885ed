import {
  EventStoreDBClient,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials, type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, drafted, newStream } from './official-client.ts'

const node = eventStoreNodeForThisFile()

/** Whatever it was sent: the node goes on. */
afterEach(async () => {
  const client = clientOf(node.url)
  await client.appendToStream(newStream(), drafted(), { expectedRevision: 'no_stream' })
})

function rawClient(): StreamsClient {
  const { host } = new URL(node.url)
  const client = new StreamsClient(host, credentials.createInsecure())
  onTestFinished(() => client.close())
  return client
}

const named = (name: string | Uint8Array) =>
  new shared.StreamIdentifier().setStreamName(
    typeof name === 'string' ? Buffer.from(name).toString('base64') : name,
  )

const uuid = (text: string) => new shared.UUID().setString(text)

const ID = '0a3c0f2e-8f0a-4c1e-9a55-b8b6f4f0a001'

function appendAnswer(...requests: streams.AppendReq[]): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const call = rawClient().append((error, response) => resolve(error ?? response))
  for (const request of requests) call.write(request)
  call.end()
  return promise
}

const appendTo = (identifier: shared.StreamIdentifier | undefined) =>
  new streams.AppendReq().setOptions(
    new streams.AppendReq.Options().setStreamIdentifier(identifier).setNoStream(new shared.Empty()),
  )

function proposal(id: string, properties: Readonly<Record<string, string>>): streams.AppendReq {
  const message = new streams.AppendReq.ProposedMessage().setId(uuid(id))
  for (const [key, value] of Object.entries(properties)) message.getMetadataMap().set(key, value)
  return new streams.AppendReq().setProposedMessage(message)
}

const ordinary = { type: 'Drafted', 'content-type': 'application/json' }

const faultyAppends: readonly (readonly [string, () => streams.AppendReq[]])[] = [
  ['nothing at all', () => []],
  ['an event before the options', () => [proposal(ID, ordinary)]],
  ['an empty message', () => [new streams.AppendReq()]],
  ['options twice', () => [appendTo(named('a')), appendTo(named('a'))]],
  ['no stream', () => [appendTo(undefined), proposal(ID, ordinary)]],
  ['an empty stream name', () => [appendTo(named('')), proposal(ID, ordinary)]],
  ['the name of no metastream', () => [appendTo(named('$$')), proposal(ID, ordinary)]],
  ['a name with a zero', () => [appendTo(named('a\0b')), proposal(ID, ordinary)]],
  ['a name that is not UTF-8', () => [appendTo(named(new Uint8Array([0xff, 0xfe])))]],
  ['a very long name', () => [appendTo(named('x'.repeat(5000))), proposal(ID, ordinary)]],
  ['an empty id', () => [appendTo(named('a')), proposal('', ordinary)]],
  ['an id that is none', () => [appendTo(named('a')), proposal('12345', ordinary)]],
  ['an empty type', () => [appendTo(named('a')), proposal(ID, { ...ordinary, type: '' })]],
  ['a type with a zero', () => [appendTo(named('a')), proposal(ID, { ...ordinary, type: '\0' })]],
  ['no type', () => [appendTo(named('a')), proposal(ID, { 'content-type': 'application/json' })]],
  [
    'no expectation',
    () => [
      new streams.AppendReq().setOptions(
        new streams.AppendReq.Options().setStreamIdentifier(named('a')),
      ),
    ],
  ],
]

test.for(faultyAppends)('an append of %s is an invalid argument', async ([, requests]) => {
  expect(await appendAnswer(...requests())).toMatchObject({ code: status.INVALID_ARGUMENT })
})

function readAnswer(request: streams.ReadReq): Promise<ServiceError> {
  const { promise, resolve } = Promise.withResolvers<ServiceError>()
  rawClient().read(request).on('error', resolve).resume()
  return promise
}

const readOptions = () => new streams.ReadReq.Options().setCount('10')

const wholeLog = () => new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty())

const filtered = (regex: string, multiplier: number) =>
  new streams.ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new streams.ReadReq.Options.FilterOptions.Expression().setRegex(regex))
    .setCheckpointintervalmultiplier(multiplier)

const faultyReads: readonly (readonly [string, () => streams.ReadReq.Options | undefined])[] = [
  ['nothing', () => undefined],
  ['no place', () => readOptions()],
  ['no amount', () => new streams.ReadReq.Options().setAll(wholeLog())],
  ['no starting point', () => readOptions().setAll(new streams.ReadReq.Options.AllOptions())],
  [
    'a stream without name',
    () =>
      readOptions().setStream(
        new streams.ReadReq.Options.StreamOptions().setStart(new shared.Empty()),
      ),
  ],
  [
    'a filter that is no expression',
    () => readOptions().setAll(wholeLog()).setFilter(filtered('(', 1)),
  ],
  ['a filter without interval', () => readOptions().setAll(wholeLog()).setFilter(filtered('a', 0))],
]

test.for(faultyReads)('a read of %s is an invalid argument', async ([, options]) => {
  const answer = await readAnswer(new streams.ReadReq().setOptions(options()))
  expect(answer.code).toBe(status.INVALID_ARGUMENT)
})

test('in a batch a faulty append is answered for itself, the others go on', async () => {
  const answers = new Map<string, streams.BatchAppendResp>()
  const call = rawClient().batchAppend()
  const ended = new Promise((resolve) => call.on('end', resolve))
  call.on('data', (answer: streams.BatchAppendResp) => {
    answers.set(answer.getCorrelationId()?.getString() ?? '', answer)
  })
  const ids = Array.from({ length: 4 }, (_, index) => ID.slice(0, -1) + index)
  const names = ['', 'a\0b', newStream(), newStream()]
  for (const [index, correlation] of ids.entries()) {
    const message = new streams.BatchAppendReq.ProposedMessage().setId(uuid(index === 2 ? 'x' : ID))
    message.getMetadataMap().set('type', 'Drafted').set('content-type', 'application/json')
    const options = new streams.BatchAppendReq.Options()
      .setStreamIdentifier(named(names[index] ?? ''))
      .setStreamPosition('0')
    call.write(
      new streams.BatchAppendReq()
        .setCorrelationId(uuid(correlation))
        .setOptions(options)
        .setProposedMessagesList([message])
        .setIsFinal(true),
    )
  }
  call.end()
  await ended
  expect(ids.map((id) => answers.get(id)?.getError()?.getCode())).toEqual([3, 3, 3, 6])
})

test('a batch message without a correlation ends the call as an invalid argument', async () => {
  const call = rawClient().batchAppend()
  const error = new Promise<ServiceError>((resolve) => call.on('error', resolve).resume())
  call.write(new streams.BatchAppendReq().setIsFinal(true))
  expect((await error).code).toBe(status.INVALID_ARGUMENT)
})

test.for(['Read', 'Append', 'BatchAppend', 'Delete', 'Tombstone'])(
  'bytes that are no message at all end a call of %s with an error',
  async (method) => {
    const path = `/event_store.client.streams.Streams/${method}`
    const asIs = (bytes: Buffer) => bytes
    const call = rawClient().makeBidiStreamRequest(path, asIs, asIs)
    const error = new Promise<ServiceError>((resolve) => call.on('error', resolve).resume())
    call.write(Buffer.from('this is not a protocol buffer'))
    call.end()
    expect((await error).code).toBeGreaterThan(status.OK)
  },
)

test('services that the node does not have are unimplemented', async () => {
  const client = clientOf(node.url)
  const creation = client.createPersistentSubscriptionToStream(
    newStream(),
    'group',
    persistentSubscriptionToStreamSettingsFromDefaults(),
  )
  await expect(creation).rejects.toMatchObject({ code: status.UNIMPLEMENTED })
})

test('a client that looks for a cluster finds the node as its leader', async () => {
  const url = node.url.replace('esdb://', 'esdb+discover://')
  const client = EventStoreDBClient.connectionString(url)
  onTestFinished(() => client.dispose())
  const stream = newStream()
  const append = client.appendToStream(stream, drafted(), { requiresLeader: true })
  expect((await append).nextExpectedRevision).toBe(0n)
  expect(await all(client.readStream(stream))).toHaveLength(1)
})
