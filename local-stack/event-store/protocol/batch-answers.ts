import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Expected } from '../writing/decide.ts'
import type { Abandoned, Outcome, Written } from '../writing/outcome.ts'
import type { BatchedAppend } from './batched-append.ts'
import { MAX_APPEND_BYTES } from './proposals.ts'
import type { Refusal } from './refusal.ts'

const packageName = 'event_store.client'

export function answerOutcome(
  append: BatchedAppend,
  outcome: Exclude<Outcome, Abandoned>,
): streams.BatchAppendResp {
  switch (outcome.kind) {
    case 'done':
      return responseTo(append).setSuccess(success(outcome))
    case 'stream-deleted':
      return failure(append, codes.Code.NOT_FOUND, {
        name: 'StreamDeleted',
        details: new shared.StreamDeleted().setStreamIdentifier(append.identifier),
      })
    case 'wrong-expected-version':
      return failure(append, codes.Code.ALREADY_EXISTS, {
        name: 'WrongExpectedVersion',
        details: wrongExpectedVersion(outcome.current, append.expected()),
      })
    default:
      return outcome satisfies never
  }
}

export const timedOut = (append: BatchedAppend) =>
  failure(append, codes.Code.DEADLINE_EXCEEDED, { name: 'Timeout', details: new shared.Timeout() })

export function answerRefusal(append: BatchedAppend, refusal: Refusal): streams.BatchAppendResp {
  if (refusal.trailers['exception'] === 'maximum-append-size-exceeded') {
    const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES)
    return failure(append, codes.Code.INVALID_ARGUMENT, {
      name: 'MaximumAppendSizeExceeded',
      details,
    })
  }
  const details = new shared.BadRequest().setMessage(refusal.message)
  return failure(append, codes.Code.INVALID_ARGUMENT, { name: 'BadRequest', details })
}

function responseTo(append: BatchedAppend) {
  return new streams.BatchAppendResp()
    .setCorrelationId(new shared.UUID().setString(append.correlation))
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

interface Details {
  readonly name: string
  readonly details: {
    readonly serializeBinary: () => Uint8Array
    readonly getMessage?: () => string
  }
}

function failure(append: BatchedAppend, code: codes.Code, { name, details }: Details) {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), `${packageName}.${name}`)
  const message = details.getMessage?.() ?? name
  return responseTo(append).setError(
    new statusMessages.Status().setCode(code).setMessage(message).setDetails(packed),
  )
}
