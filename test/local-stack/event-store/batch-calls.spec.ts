// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { all, clientOf, newStream } from './official-client.ts'
import { batchProposal, named, rawClient, uuid } from './raw-calls.ts'

const node = eventStoreNodeForThisFile()

/** A call with all the answers that came on it, in their order. */
function batchCall() {
  const call = rawClient(node.url).batchAppend()
  const answers: streams.BatchAppendResp[] = []
  const ended = new Promise<readonly streams.BatchAppendResp[]>((resolve, reject) => {
    call.on('data', (answer: streams.BatchAppendResp) => answers.push(answer))
    call.on('end', () => resolve(answers))
    call.on('error', reject)
  })
  return {
    send: (...messages: streams.BatchAppendReq[]) => {
      for (const message of messages) call.write(message)
    },
    /** Nothing more is sent; resolves when the node has ended its half, too. */
    answers: () => {
      call.end()
      return ended
    },
  }
}

const optionsFor = (stream: string) =>
  new streams.BatchAppendReq.Options()
    .setStreamIdentifier(named(stream))
    .setNoStream(new empties.Empty())

interface Part {
  readonly options?: streams.BatchAppendReq.Options
  readonly events?: number
  readonly final?: boolean
}

function part(correlation: shared.UUID, { options, events = 0, final = false }: Part) {
  const proposals = Array.from({ length: events }, () => batchProposal(randomUUID()))
  return new streams.BatchAppendReq()
    .setCorrelationId(correlation)
    .setOptions(options)
    .setProposedMessagesList(proposals)
    .setIsFinal(final)
}

const correlationsOf = (answers: readonly streams.BatchAppendResp[]) =>
  answers.map((answer) => answer.getCorrelationId()?.getString())

test('an append may arrive in parts, mixed with the parts of another', async () => {
  const call = batchCall()
  const [one, other] = [newStream(), newStream()]
  const [a, b] = [uuid(randomUUID()), uuid(randomUUID())]
  call.send(
    part(a, { options: optionsFor(one), events: 2 }),
    part(b, { options: optionsFor(other), events: 1 }),
    part(a, { events: 3 }),
    part(b, { events: 1, final: true }),
    part(a, { final: true }),
  )
  const answers = await call.answers()
  expect(correlationsOf(answers).toSorted()).toEqual([a.getString(), b.getString()].toSorted())
  const client = clientOf(node.url)
  expect(await all(client.readStream(one))).toHaveLength(5)
  expect(await all(client.readStream(other))).toHaveLength(2)
})

test('parts of an append that is not open are ignored, before it and behind it', async () => {
  const call = batchCall()
  const stream = newStream()
  const id = uuid(randomUUID())
  call.send(
    part(id, { events: 1, final: true }),
    part(id, { options: optionsFor(stream), events: 1, final: true }),
    part(id, { events: 1, final: true }),
    part(id, { events: 1 }),
  )
  expect(correlationsOf(await call.answers())).toEqual([id.getString()])
  expect(await all(clientOf(node.url).readStream(stream))).toHaveLength(1)
})

test('repeated options do not change an open append', async () => {
  const call = batchCall()
  const [stream, other] = [newStream(), newStream()]
  const id = uuid(randomUUID())
  call.send(
    part(id, { options: optionsFor(stream), events: 1 }),
    part(id, { options: optionsFor(other), events: 1, final: true }),
  )
  expect(await call.answers()).toHaveLength(1)
  expect(await all(clientOf(node.url).readStream(stream))).toHaveLength(2)
})

test('an answer repeats the sender’s id of the append, and always names its stream', async () => {
  const call = batchCall()
  const upper = uuid(randomUUID().toUpperCase())
  const structured = new shared.UUID().setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits('-1234567890123456789')
      .setLeastSignificantBits('987654321098765432'),
  )
  const options = () => optionsFor(newStream('çek')).setStreamPosition('7')
  call.send(part(upper, { options: options(), events: 1, final: true }))
  call.send(part(structured, { options: options(), events: 1, final: true }))
  const answers = await call.answers()
  expect(correlationsOf(answers)).toContain(upper.getString())
  const bits = answers.map((answer) => answer.getCorrelationId()?.getStructured()?.toObject())
  expect(bits).toContainEqual(structured.getStructured()?.toObject())
  for (const answer of answers) {
    const name = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? [])
    expect(name.toString()).toMatch(/^çek-/)
    expect(answer.getError()?.getDetails()?.getTypeName()).toBe(
      'event_store.client.WrongExpectedVersion',
    )
  }
})

test('a refusal in the middle of an append is its only answer', async () => {
  const call = batchCall()
  const tooLarge = () => batchProposal(randomUUID()).setData(new Uint8Array(600_000))
  const nameless = batchProposal(randomUUID())
  nameless.getMetadataMap().del('type')
  const ids = Array.from({ length: 3 }, () => uuid(randomUUID()))
  const [big, faulty, unnamed] = ids
  const parts = (id = uuid(''), middle: streams.BatchAppendReq.ProposedMessage[]) => [
    part(id, { options: optionsFor(newStream()), events: 1 }),
    part(id, {}).setProposedMessagesList(middle),
    part(id, { events: 1 }),
    part(id, { final: true }),
  ]
  call.send(...parts(big, [tooLarge(), tooLarge()]), ...parts(faulty, [nameless]))
  call.send(part(unnamed ?? uuid(''), { options: new streams.BatchAppendReq.Options() }))
  const answers = await call.answers()
  const details = new Map(
    answers.map((answer) => [
      answer.getCorrelationId()?.getString(),
      [answer.getError()?.getCode(), answer.getError()?.getDetails()?.getTypeName()],
    ]),
  )
  expect(answers).toHaveLength(3)
  expect(ids.map((id) => details.get(id.getString()))).toEqual([
    [3, 'event_store.client.MaximumAppendSizeExceeded'],
    [3, 'event_store.client.BadRequest'],
    [3, 'event_store.client.BadRequest'],
  ])
})

test('a client’s deadline applies, up to the node’s limit', async () => {
  const call = batchCall()
  const deadlines = [-5000, 0, 60_000].map((ms) => timestamps.Timestamp.fromDate(soon(ms)))
  const ids = deadlines.map(() => uuid(randomUUID()))
  for (const [index, id] of ids.entries()) {
    const options = optionsFor(newStream()).setDeadline(deadlines[index])
    call.send(part(id, { options, events: 1, final: true }))
  }
  const answers = await call.answers()
  const errorOf = (id: shared.UUID) =>
    answers
      .find((answer) => answer.getCorrelationId()?.getString() === id.getString())
      ?.getError()
      ?.getDetails()
      ?.getTypeName()
  const timeout = 'event_store.client.Timeout'
  expect(answers).toHaveLength(3)
  expect(ids.map(errorOf)).toEqual([timeout, timeout, undefined])
})

const soon = (ms: number) => new Date(Date.now() + ms)

test('a large number of appends at once are answered once each', async () => {
  const call = batchCall()
  const ids = Array.from({ length: 2100 }, () => uuid(randomUUID()))
  for (const id of ids) {
    call.send(part(id, { options: optionsFor(newStream()), events: 1, final: true }))
  }
  const answered = correlationsOf(await call.answers())
  expect(answered).toHaveLength(ids.length)
  expect(new Set(answered)).toEqual(new Set(ids.map((id) => id.getString())))
})
