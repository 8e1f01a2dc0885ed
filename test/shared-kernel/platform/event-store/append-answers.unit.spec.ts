import { UnknownError } from '@eventstore/db-client'
import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import { expect, test } from 'vitest'
import { APPEND_ANSWERS, refusalIn } from '#kernel/platform/event-store/append-answers.ts'
import { isNoSuchPosition } from '#kernel/platform/event-store/errors.ts'

/** They are parts of messages. */
const parts = new Set(['UUID', 'StreamIdentifier', 'AllStreamPosition'])

/** The messages of `shared.proto`, `v2/errors.proto` and `v2/streams/errors.proto` of KurrentDB 26.1.0. */
const ofServer = `
  WrongExpectedVersion AccessDenied StreamDeleted Timeout Unknown InvalidTransaction BadRequest
  MaximumAppendSizeExceeded MaximumAppendEventSizeExceeded Empty
  AccessDeniedErrorDetails NotLeaderNodeErrorDetails StreamNotFoundErrorDetails
  StreamAlreadyExistsErrorDetails StreamDeletedErrorDetails StreamTombstonedErrorDetails
  StreamRevisionConflictErrorDetails AppendRecordSizeExceededErrorDetails
  AppendTransactionSizeExceededErrorDetails StreamAlreadyInAppendSessionErrorDetails
  AppendConsistencyViolationErrorDetails`

test('each answer that the client or the server knows says whether it was written', () => {
  const ofClient = Object.keys(shared).filter((name) => !parts.has(name))
  const names = [...ofClient, ...ofServer.trim().split(/\s+/)]
  expect(names.filter((name) => !APPEND_ANSWERS.has(name))).toEqual([])
})

test.each([
  ['INVALID_ARGUMENT', 'the event store refused to write: Invention '],
  ['FAILED_PRECONDITION', 'the event store refused to write: Invention '],
  ['UNAVAILABLE', undefined],
  ['ABORTED', undefined],
] as const)('of an answer that nobody knows today the code counts: %s', (code, words) => {
  const details = new any.Any()
  details.pack(new Uint8Array(), 'kurrentdb.protocol.v2.errors.Invention')
  const answer = new statusMessages.Status().setCode(codes.Code[code]).setDetails(details)
  expect(refusalIn(answer)?.message).toBe(words)
})

test.each([
  ['Unexpected ReadAllResult: Error', true],
  ['Unexpected ReadAllResult: InvalidPosition >> Log record at actual position 7', true],
  ['Unexpected ReadAllResult: Error >> Requested position 7 is greater than 5', true],
  ['Unexpected ReadAllResult: Error >> a chunk cannot be read', false],
])('a read that ends with "%s" says that there is no such position: %s', (message, isSo) => {
  expect(isNoSuchPosition(new UnknownError(undefined, message))).toBe(isSo)
})
