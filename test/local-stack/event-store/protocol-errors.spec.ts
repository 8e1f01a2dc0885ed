// @module-tag embedded-node

import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { clientOf, drafted, newStream } from './official-client.ts'
import { named, nothing, proposal, rawClient, uuid } from './raw-calls.ts'

const node = eventStoreNodeForThisFile()

/** Whatever it was sent: the node goes on. */
afterEach(async () => {
  const client = clientOf(node.url)
  await client.appendToStream(newStream(), drafted(), { expectedRevision: 'no_stream' })
})

const ID = '0a3c0f2e-8f0a-4c1e-9a55-b8b6f4f0a001'

function appendAnswer(...requests: streams.AppendReq[]): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const call = rawClient(node.url).append((error, response) => resolve(error ?? response))
  for (const request of requests) call.write(request)
  call.end()
  return promise
}

const appendTo = (identifier: shared.StreamIdentifier | undefined) =>
  new streams.AppendReq().setOptions(
    new streams.AppendReq.Options().setStreamIdentifier(identifier).setNoStream(new shared.Empty()),
  )

const appending = (id: string, properties: Readonly<Record<string, string>>) =>
  new streams.AppendReq().setProposedMessage(proposal(id, properties))

const ordinary = { type: 'Drafted', 'content-type': 'application/json' }

const faultyAppends: readonly (readonly [string, () => streams.AppendReq[]])[] = [
  ['nothing at all', () => []],
  ['an event before the options', () => [appending(ID, ordinary)]],
  ['an empty message', () => [new streams.AppendReq()]],
  ['options twice', () => [appendTo(named('a')), appendTo(named('a'))]],
  ['no stream', () => [appendTo(undefined), appending(ID, ordinary)]],
  ['an empty stream name', () => [appendTo(named('')), appending(ID, ordinary)]],
  ['the name of no metastream', () => [appendTo(named('$$')), appending(ID, ordinary)]],
  ['a name with a zero', () => [appendTo(named('a\0b')), appending(ID, ordinary)]],
  ['a name that is not UTF-8', () => [appendTo(named(new Uint8Array([0xff, 0xfe])))]],
  ['a very long name', () => [appendTo(named('x'.repeat(5000))), appending(ID, ordinary)]],
  ['an empty id', () => [appendTo(named('a')), appending('', ordinary)]],
  ['an id that is none', () => [appendTo(named('a')), appending('12345', ordinary)]],
  ['an empty type', () => [appendTo(named('a')), appending(ID, { ...ordinary, type: '' })]],
  ['a type with a zero', () => [appendTo(named('a')), appending(ID, { ...ordinary, type: '\0' })]],
  ['no type', () => [appendTo(named('a')), appending(ID, { 'content-type': 'application/json' })]],
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
  rawClient(node.url).read(request).on('error', resolve).resume()
  return promise
}

const readOptions = () =>
  new streams.ReadReq.Options().setCount('10').setNoFilter(new shared.Empty())

const wholeLog = () => new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty())

const faultyReads: readonly (readonly [string, () => streams.ReadReq.Options | undefined])[] = [
  ['nothing', () => undefined],
  ['no place', () => readOptions()],
  ['no amount', () => new streams.ReadReq.Options().setAll(wholeLog()).setNoFilter(nothing())],
  ['no starting point', () => readOptions().setAll(new streams.ReadReq.Options.AllOptions())],
  [
    'a stream without name',
    () =>
      readOptions().setStream(
        new streams.ReadReq.Options.StreamOptions().setStart(new shared.Empty()),
      ),
  ],
]

test.for(faultyReads)('a read of %s is an invalid argument', async ([, options]) => {
  const answer = await readAnswer(new streams.ReadReq().setOptions(options()))
  expect(answer.code).toBe(status.INVALID_ARGUMENT)
})

test('a faulty append of a batch is refused alone, and the others continue', async () => {
  const answers = new Map<string, streams.BatchAppendResp>()
  const call = rawClient(node.url).batchAppend()
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
  const call = rawClient(node.url).batchAppend()
  const error = new Promise<ServiceError>((resolve) => call.on('error', resolve).resume())
  call.write(new streams.BatchAppendReq().setIsFinal(true))
  expect((await error).code).toBe(status.INVALID_ARGUMENT)
})

test.for([
  ['Read', status.INVALID_ARGUMENT],
  ['Append', status.INVALID_ARGUMENT],
  // Only here the bytes stop the decoder; elsewhere they are unknown fields.
  ['BatchAppend', status.INTERNAL],
  ['Delete', status.INVALID_ARGUMENT],
  ['Tombstone', status.INVALID_ARGUMENT],
] as const)(
  'bytes that are no message end a call of %s with the right error',
  async ([method, code]) => {
    const path = `/event_store.client.streams.Streams/${method}`
    const asIs = (bytes: Buffer) => bytes
    const call = rawClient(node.url).makeBidiStreamRequest(path, asIs, asIs)
    const error = new Promise<ServiceError>((resolve) => call.on('error', resolve).resume())
    call.write(Buffer.from('this is not a protocol buffer'))
    call.end()
    expect((await error).code).toBe(code)
  },
)

const deletionOf = (name: string) =>
  new streams.DeleteReq.Options().setStreamIdentifier(named(name)).setAny(nothing())

const faultyDeletions: readonly (readonly [string, streams.DeleteReq.Options | undefined])[] = [
  ['nothing', undefined],
  ['a stream without name', new streams.DeleteReq.Options().setAny(nothing())],
  ['a stream with an empty name', deletionOf('')],
  ['what describes a stream', deletionOf('$$voucher-1')],
  ['a stream without expectation', deletionOf('voucher-1').setAny()],
]

test.for(faultyDeletions)('a deletion of %s is an invalid argument', async ([, options]) => {
  const raw = rawClient(node.url)
  const failure = await new Promise((resolve) => {
    raw.delete(new streams.DeleteReq().setOptions(options), resolve)
  })
  expect(failure).toMatchObject({ code: status.INVALID_ARGUMENT })
})
