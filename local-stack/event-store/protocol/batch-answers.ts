import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { codes, shared, statuses, streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { Expected } from '../writing/decide.ts'
import type { Abandoned, Outcome, Written } from '../writing/outcome.ts'
import type { BatchedAppend } from './batched-append.ts'
import type { Refusal } from './refusal.ts'
import { FRAME_HEAD_BYTES, framed, frameOf } from './wire.ts'

const packageName = 'event_store.client'

export function answerOutcome(append: BatchedAppend, outcome: Exclude<Outcome, Abandoned>): Buffer {
  switch (outcome.kind) {
    case 'done':
      return successFrame(append, outcome)
    case 'stream-deleted':
      return failure(append, codes.Code.NOT_FOUND, {
        name: `${packageName}.StreamDeleted`,
        details: new shared.StreamDeleted().setStreamIdentifier(append.identifier),
      })
    case 'wrong-expected-version':
      return failure(append, codes.Code.ALREADY_EXISTS, {
        name: `${packageName}.WrongExpectedVersion`,
        details: wrongExpectedVersion(outcome.current, append.expected()),
      })
    default:
      return outcome satisfies never
  }
}

export const timedOut = (append: BatchedAppend) =>
  failure(append, codes.Code.DEADLINE_EXCEEDED, {
    name: `${packageName}.Timeout`,
    details: new shared.Timeout(),
  })

export const answerBusy = (append: BatchedAppend, message = 'Server Is Busy') =>
  failure(append, codes.Code.UNKNOWN, {
    name: 'google.protobuf.Empty',
    details: new empty.Empty(),
    message,
  })

export function answerRefusal(append: BatchedAppend, refusal: Refusal): Buffer {
  const { exception } = refusal.trailers
  if (exception === 'maximum-append-event-size-exceeded') {
    const { trailers } = refusal
    return failure(append, codes.Code.INVALID_ARGUMENT, {
      name: `${packageName}.MaximumAppendEventSizeExceeded`,
      details: { serializeBinary: () => eventTooLargeDetails(trailers) },
    })
  }
  if (exception === 'maximum-append-size-exceeded') {
    const maximum = Number(refusal.trailers['maximum-append-size'])
    const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(maximum)
    return failure(append, codes.Code.INVALID_ARGUMENT, {
      name: `${packageName}.MaximumAppendSizeExceeded`,
      details,
    })
  }
  if (exception === 'access-denied') {
    return failure(append, codes.Code.PERMISSION_DENIED, {
      name: `${packageName}.AccessDenied`,
      details: new shared.AccessDenied(),
    })
  }
  const details = new shared.BadRequest().setMessage(refusal.message)
  return failure(append, codes.Code.INVALID_ARGUMENT, {
    name: `${packageName}.BadRequest`,
    details,
    message: 'BadRequest',
  })
}

const FIXED_BYTES = 128

type Addressee = Pick<BatchedAppend, 'id' | 'identifier'>

/** Written by hand, because the generated code takes most of the time of an answer. */
export function successFrame(append: Addressee, { revision, position }: Written): Buffer {
  const { id, identifier } = append
  const stream = identifier.getStreamName_asU8()
  if (id?.hasString() !== true || revision < 0n || position === undefined) {
    return framed(
      responseTo(append)
        .setSuccess(success({ kind: 'done', revision, position }))
        .serializeBinary(),
    )
  }
  return frameOf(FIXED_BYTES + id.getString().length + stream.length, (writer) => {
    writer.message(1, () => writer.text(2, id.getString()))
    writer.message(3, () => {
      writer.number(1, revision)
      writer.message(3, () => {
        writer.number(1, position)
        writer.number(2, position)
      })
    })
    writer.message(4, () => writer.bytes(3, stream))
  })
}

function responseTo(append: Addressee) {
  return new streams.BatchAppendResp()
    .setCorrelationId(append.id)
    .setStreamIdentifier(append.identifier)
}

function success({ revision, position }: Written) {
  const message = new streams.BatchAppendResp.Success()
  if (revision < 0n) message.setNoStream(new empty.Empty())
  else message.setCurrentRevision(String(revision))
  if (position === undefined) return message.setNoPosition(new empty.Empty())
  return message.setPosition(
    new shared.AllStreamPosition()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  )
}

function wrongExpectedVersion(current: bigint, expected: Expected) {
  const message = new shared.WrongExpectedVersion()
  if (current < 0n) message.setCurrentNoStream(new empty.Empty())
  else message.setCurrentStreamRevision(String(current))
  if (expected === 'any') return message.setExpectedAny(new empty.Empty())
  if (expected === 'stream_exists') return message.setExpectedStreamExists(new empty.Empty())
  if (expected < 0n) return message.setExpectedNoStream(new empty.Empty())
  return message.setExpectedStreamPosition(String(expected))
}

/** The generated code of the client has no such message. */
const eventTooLargeDetails = (trailers: Refusal['trailers']) =>
  frameOf(FIXED_BYTES, (writer) => {
    writer.text(1, trailers['event-id'] ?? '')
    writer.number(2, BigInt(trailers['proposed-event-size'] ?? 0))
    writer.number(3, BigInt(trailers['maximum-append-event-size'] ?? 0))
  }).subarray(FRAME_HEAD_BYTES)

interface Details {
  readonly name: string
  readonly details: { readonly serializeBinary: () => Uint8Array }
  readonly message?: string
}

function failure(append: BatchedAppend, code: codes.Code, { name, details, message }: Details) {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), name)
  const error = new statuses.Status()
    .setCode(code)
    .setMessage(message ?? name)
    .setDetails(packed)
  return framed(responseTo(append).setError(error).serializeBinary())
}
