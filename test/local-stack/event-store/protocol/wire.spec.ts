import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import { appendPart } from '#stack/event-store/protocol/append-part.ts'
import { successFrame } from '#stack/event-store/protocol/batch-answers.ts'
import { eventFrame } from '#stack/event-store/protocol/event-frame.ts'
import { eventMessage } from '#stack/event-store/protocol/read-messages.ts'
import type { RecordedEvent } from '#stack/event-store/recorded-event.ts'

const { responseSerialize } = services.StreamsService.read

const event: RecordedEvent = {
  position: 1n,
  stream: 'voucher-1',
  revision: 0n,
  id: 'f7b1a1f4-9d1c-4a0a-9f0e-000000000001',
  type: 'Drafted',
  contentType: 'application/json',
  created: 17_000_000_000_000_000n,
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
}

const events: readonly (readonly [string, RecordedEvent])[] = [
  ['a small one', event],
  ['a tombstone', { ...event, revision: 2n ** 63n - 1n, data: Buffer.of() }],
  ['one far on in the log', { ...event, position: 2n ** 53n + 1n, revision: 2n ** 31n }],
  ['one of 127 bytes', { ...event, data: Buffer.alloc(127, 1) }],
  ['one of 128 bytes', { ...event, data: Buffer.alloc(128, 2), metadata: Buffer.alloc(128, 3) }],
  ['one of 16 384 bytes', { ...event, metadata: Buffer.alloc(16_384, 4) }],
  ['the largest', { ...event, data: Buffer.alloc(1024 * 1024, 5) }],
  [
    'long names in every script',
    { ...event, stream: 'стрим-𝒱-'.repeat(90), type: '凭证'.repeat(300) },
  ],
]

test.each(events)('%s is written as the generated code writes it', (_name, recorded) => {
  const link = { ...recorded, type: '$>', position: 99n }
  for (const resolved of [{ event: recorded }, { link }, { event: recorded, link }]) {
    const expected = responseSerialize(eventMessage(resolved, true))
    const [head, message] = [
      eventFrame(resolved, true).subarray(0, 5),
      eventFrame(resolved, true).subarray(5),
    ]
    expect([head.readUInt8(), head.readUInt32BE(1)]).toEqual([0, message.length])
    expect(message.equals(expected)).toBe(true)
  }
})

test.each([
  [0n, 1n],
  [127n, 128n],
  [2n ** 40n, 2n ** 60n],
])(
  'the answer to an append at revision %s is written as the generated code writes it',
  (revision, position) => {
    const id = new shared.UUID().setString(event.id)
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from('стрим'.repeat(50)))
    const places = new shared.AllStreamPosition()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position))
    const success = new streams.BatchAppendResp.Success()
      .setCurrentRevision(String(revision))
      .setPosition(places)
    const answer = new streams.BatchAppendResp()
      .setCorrelationId(id)
      .setSuccess(success)
      .setStreamIdentifier(identifier)
    const written = successFrame({ id, identifier }, { kind: 'done', revision, position })
    expect(written.subarray(5)).toEqual(Buffer.from(answer.serializeBinary()))
  },
)

test('a part of a batch is read as the generated code reads it', () => {
  const { ProposedMessage, Options } = streams.BatchAppendReq
  const structured = new shared.UUID().setStructured(
    new shared.UUID.Structured().setMostSignificantBits('-1').setLeastSignificantBits('42'),
  )
  const proposed = [
    new ProposedMessage()
      .setId(new shared.UUID().setString(event.id))
      .setData(Buffer.alloc(300, 7)),
    new ProposedMessage().setId(structured).setCustomMetadata(Buffer.from('{}')),
    new ProposedMessage(),
  ]
  proposed[0]?.getMetadataMap().set('type', 'Sattı').set('content-type', 'application/json')
  const sent = new streams.BatchAppendReq()
    .setCorrelationId(structured)
    .setOptions(new Options().setStreamPosition('7'))
    .setProposedMessagesList(proposed)
    .setIsFinal(true)
  const whole = Buffer.from(sent.serializeBinary())
  // Newer clients may send unknown fields.
  const part = appendPart(Buffer.concat([whole, Buffer.from([0x78, 1, 0x7a, 2, 9, 9])]))
  expect(part.getIsFinal()).toBe(true)
  expect(part.getCorrelationId()?.toObject()).toEqual(structured.toObject())
  expect(part.getOptions()?.getStreamPosition()).toBe('7')
  expect(
    part.getProposedMessagesList().map((message) => ({
      id: message.getId()?.toObject(),
      properties: ['type', 'content-type'].map((key) => message.getMetadataMap().get(key)),
      data: Buffer.from(message.getData_asU8()),
      metadata: Buffer.from(message.getCustomMetadata_asU8()),
    })),
  ).toEqual(
    proposed.map((message) => ({
      id: message.getId()?.toObject(),
      properties: ['type', 'content-type'].map((key) => message.getMetadataMap().get(key)),
      data: Buffer.from(message.getData_asU8()),
      metadata: Buffer.from(message.getCustomMetadata_asU8()),
    })),
  )
  for (let length = 1; length < 10; length += 1) {
    expect(() => appendPart(whole.subarray(0, length))).toThrow(RangeError)
  }
})
