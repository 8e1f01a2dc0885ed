import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Expected } from '../writing/decide.ts'
import type { Outcome } from '../writing/log-writer.ts'
import type { BatchAppend } from './batch-request.ts'
import { MAX_APPEND_BYTES } from './proposals.ts'
import type { Refusal } from './refusal.ts'

const packageName = 'event_store.client'

export function answerOutcome(
  append: BatchAppend,
  outcome: Exclude<Outcome, { readonly kind: 'abandoned' }>,
): streams.BatchAppendResp {
  switch (outcome.kind) {
    case 'done':
      return responseTo(append).setSuccess(success(outcome))
    case 'stream-deleted':
      return failure(append, status.NOT_FOUND, {
        name: 'StreamDeleted',
        details: new shared.StreamDeleted().setStreamIdentifier(append.identifier),
      })
    case 'wrong-expected-version':
      return failure(append, status.ALREADY_EXISTS, {
        name: 'WrongExpectedVersion',
        details: wrongExpectedVersion(outcome.current, append.expected ?? 'any'),
      })
    default:
      return outcome satisfies never
  }
}

export const timedOut = (append: BatchAppend) =>
  failure(append, status.DEADLINE_EXCEEDED, { name: 'Timeout', details: new shared.Timeout() })

export function answerError(append: BatchAppend, refusal: Refusal): streams.BatchAppendResp {
  if (refusal.trailers['exception'] === 'maximum-append-size-exceeded') {
    const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES)
    return failure(append, refusal.code, { name: 'MaximumAppendSizeExceeded', details })
  }
  const details = new shared.BadRequest().setMessage(refusal.message)
  return failure(append, refusal.code, { name: 'BadRequest', details })
}

function responseTo(append: BatchAppend) {
  return new streams.BatchAppendResp()
    .setCorrelationId(new shared.UUID().setString(append.correlation))
    .setStreamIdentifier(append.identifier)
}

function success({ revision, position }: Extract<Outcome, { readonly kind: 'done' }>) {
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

function failure(append: BatchAppend, code: number, { name, details }: Details) {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), `${packageName}.${name}`)
  const message = details.getMessage?.() ?? name
  return responseTo(append).setError(
    new statusMessages.Status().setCode(code).setMessage(message).setDetails(packed),
  )
}
