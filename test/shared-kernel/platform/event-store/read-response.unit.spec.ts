import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { decodeResponse } from '#kernel/platform/event-store/read-response.ts'
import { resolvedEvent } from '#kernel/platform/event-store/stored-event.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'

const macs = { ...eventMacsWith(Buffer.alloc(32, 7)), isNamedAsOurs: () => true }
const decoded = (bytes: Uint8Array) =>
  decodeResponse(Buffer.from(bytes), { macs, isWanted: () => true })

const unsigned = fc.oneof(fc.maxSafeNat().map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
/** Sixteen hexadecimal digits as the store's signed number. */
const half = (digits: string) => BigInt.asIntN(64, BigInt(`0x${digits}`)).toString()
const name = fc.oneof(
  fc.constantFrom('voucher-1', '$settings', 'çek-ğ'),
  fc.string({ unit: 'grapheme' }),
)
const content = fc.oneof(
  fc.json().map((json) => Buffer.from(json)),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('', '{"mac":"x"', '[1]', 'null', `{"long":"${'ş'.repeat(5_000)}"}`)
    .map((text) => Buffer.from(text)),
)
const id = fc.oneof(
  fc.uuid({ version: 4 }).map((text) => new shared.UUID().setString(text)),
  fc.uuid({ version: 4 }).map((text) => {
    const digits = text.replaceAll('-', '')
    const structured = new shared.UUID.Structured()
      .setMostSignificantBits(half(digits.slice(0, 16)))
      .setLeastSignificantBits(half(digits.slice(16)))
    return new shared.UUID().setStructured(structured)
  }),
)

const position = unsigned.filter((commit) => commit < 2n ** 63n)

const recordedEvent = fc
  .record({
    id,
    stream: name,
    revision: unsigned,
    commit: position,
    prepare: unsigned,
    data: content,
    metadata: content,
    system: fc.record(
      {
        type: name,
        'content-type': fc.constantFrom('application/json', 'application/octet-stream', ''),
        created: fc.oneof(
          fc.bigInt({ min: 0n, max: 10n ** 19n }).map(String),
          fc.constantFrom('', 'now'),
        ),
        other: name,
      },
      { requiredKeys: [] },
    ),
  })
  .map((given) => {
    const event = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setId(given.id)
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(given.stream)))
      .setStreamRevision(given.revision.toString())
      .setCommitPosition(given.commit.toString())
      .setPreparePosition(given.prepare.toString())
      .setData(given.data)
      .setCustomMetadata(given.metadata)
    for (const [key, value] of Object.entries(given.system)) event.getMetadataMap().set(key, value)
    return event
  })

const response = fc
  .record({ event: recordedEvent, link: fc.option(recordedEvent), commit: fc.option(position) })
  .map(({ event, link, commit }) => {
    const resolved = new streams.ReadResp.ReadEvent().setEvent(event)
    if (link !== null) resolved.setLink(link)
    if (commit === null) resolved.setNoPosition(new shared.Empty())
    else resolved.setCommitPosition(commit.toString())
    return new streams.ReadResp().setEvent(resolved)
  })

test('an event is what the generated code and the client make of it', () =>
  fc.assert(
    fc.property(response, (sent) => {
      const event = sent.getEvent()
      if (event === undefined) throw new Error('there is no event')
      const expected = resolvedEvent(convertGrpcEvent(event), macs)
      expect(decoded(sent.serializeBinary())).toEqual({ event: expected })
    }),
  ))

test('of an event that is not wanted only the position is reported, whatever it holds', () =>
  fc.assert(
    fc.property(response, (sent) => {
      const bytes = Buffer.from(sent.serializeBinary())
      const whole = decodeResponse(bytes, { macs, isWanted: () => true }).event
      const passed = decodeResponse(bytes, { macs, isWanted: () => false })
      expect(passed).toEqual(whole === undefined ? {} : { checkpoint: whole.position })
    }),
  ))

test('an event that is cut off anywhere is an error', () =>
  fc.assert(
    fc.property(response, fc.nat(), (sent, at) => {
      const bytes = sent.serializeBinary()
      const cut = bytes.subarray(0, 1 + (at % (bytes.length - 1)))
      expect(() => decoded(cut)).toThrow(Error)
    }),
    { numRuns: 300 },
  ))

test('a signed event is genuine, and with another word in its data it is not', () => {
  const event = {
    id: '5f0b7a0e-6cf2-4f6e-8f57-4c2d2a2f4a10',
    type: 'Happened',
    data: { word: 'one' },
    metadata: { a: 1 },
  }
  const { data, metadata } = macs.sign('happening-1', 3n, event)
  const arrived = (text: string) => {
    const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setId(new shared.UUID().setString(event.id))
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('happening-1')))
      .setStreamRevision('3')
      .setData(Buffer.from(text))
      .setCustomMetadata(Buffer.from(JSON.stringify(metadata)))
    recorded.getMetadataMap().set('type', event.type).set('content-type', 'application/json')
    const resolved = new streams.ReadResp.ReadEvent().setEvent(recorded)
    return decoded(new streams.ReadResp().setEvent(resolved).serializeBinary()).event
  }

  expect(arrived(JSON.stringify(data))).toMatchObject({ data, isGenuine: true })
  expect(arrived('{"word":"two"}')).toMatchObject({ data: { word: 'two' }, isGenuine: false })
})

test('JSON that is nested too often to be written again is not shown, neither as data nor as metadata', () => {
  const nested = (levels: number) => `${'{"in":'.repeat(levels)}1${'}'.repeat(levels)}`
  const read = (text: string) => {
    const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
      .setId(new shared.UUID().setString('5f0b7a0e-6cf2-4f6e-8f57-4c2d2a2f4a10'))
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('happening-1')))
      .setStreamRevision('0')
      .setData(Buffer.from(text))
      .setCustomMetadata(Buffer.from(text))
    recorded.getMetadataMap().set('type', 'Happened').set('content-type', 'application/json')
    const resolved = new streams.ReadResp.ReadEvent().setEvent(recorded)
    return decoded(new streams.ReadResp().setEvent(resolved).serializeBinary()).event
  }

  expect(read(nested(100))?.data).toEqual(JSON.parse(nested(100)))
  expect(read(nested(20_000))).toMatchObject({ data: {}, metadata: {}, isGenuine: false })
})

test('checkpoints and being caught up are reported, every other message is a heartbeat', () => {
  const checkpointAt = (commit: bigint) =>
    new streams.ReadResp().setCheckpoint(
      new streams.ReadResp.Checkpoint()
        .setCommitPosition(commit.toString())
        .setPreparePosition(commit.toString()),
    )
  const caughtUp = new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
  const fellBehind = new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind())

  expect(decoded(checkpointAt(2n ** 63n - 1n).serializeBinary())).toEqual({
    checkpoint: parseLogPosition('9223372036854775807'),
  })
  const atEnd = checkpointAt(7n)
  atEnd.getCheckpoint()?.setPreparePosition('0')
  expect(decoded(atEnd.serializeBinary())).toEqual({ checkpointBefore: parseLogPosition('7') })
  expect(decoded(caughtUp.serializeBinary())).toEqual({ isCaughtUp: true })
  expect(decoded(fellBehind.serializeBinary())).toEqual({})
  // Before the first event: 24.10 sends -1 as an unsigned number.
  expect(decoded(checkpointAt(2n ** 64n - 1n).serializeBinary())).toEqual({})
})

test('no position beyond what a log can hold goes further in', () =>
  fc.assert(
    fc.property(
      recordedEvent,
      fc.bigInt({ min: 2n ** 63n, max: 2n ** 64n - 1n }),
      (event, commit) => {
        const sent = event.clone().setCommitPosition(commit.toString())
        const resolved = new streams.ReadResp.ReadEvent().setEvent(sent)
        const bytes = new streams.ReadResp().setEvent(resolved).serializeBinary()
        expect(() => decoded(bytes)).toThrow('is no position in the log')
      },
    ),
    { numRuns: 200 },
  ))
