import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import { streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { DeleteRequest } from '../writing/decide.ts'
import type { LogWriter } from '../writing/log-writer.ts'
import { expectedNumber, expectedOf } from './expected.ts'
import { streamName } from './proposals.ts'
import { invalid, Refusal, serviceError, streamDeleted } from './refusal.ts'

/** Hides a stream's events. When the stream is written again, its revisions continue. */
export function softDelete(writer: LogWriter) {
  return (
    call: ServerUnaryCall<streams.DeleteReq, streams.DeleteResp>,
    callback: sendUnaryData<streams.DeleteResp>,
  ): void => {
    void respond(callback, async () => {
      const position = await remove(writer, requestOf(call.request.getOptions(), false))
      return new streams.DeleteResp().setPosition(
        new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position),
      )
    })
  }
}

/** Ends a stream permanently. */
export function tombstone(writer: LogWriter) {
  return (
    call: ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>,
    callback: sendUnaryData<streams.TombstoneResp>,
  ): void => {
    void respond(callback, async () => {
      const position = await remove(writer, requestOf(call.request.getOptions(), true))
      return new streams.TombstoneResp().setPosition(
        new streams.TombstoneResp.Position()
          .setCommitPosition(position)
          .setPreparePosition(position),
      )
    })
  }
}

function requestOf(
  options: streams.DeleteReq.Options | streams.TombstoneReq.Options | undefined,
  forever: boolean,
): DeleteRequest {
  if (options === undefined) throw invalid('the options are missing')
  const stream = streamName(options.getStreamIdentifier())
  if (stream.startsWith('$$')) throw invalid(`'${stream}' goes with the stream that it describes`)
  const exact = options.hasRevision() ? options.getRevision() : undefined
  return { stream, expected: expectedOf(options, exact), forever }
}

async function remove(writer: LogWriter, request: DeleteRequest): Promise<string> {
  const outcome = await writer.write({ kind: 'delete', ...request, isAbandoned: () => false })
  switch (outcome.kind) {
    case 'done':
      return String(outcome.position)
    case 'stream-deleted':
      throw streamDeleted(request.stream)
    case 'wrong-expected-version':
      throw wrongExpectedVersion(request, outcome.current)
    case 'abandoned':
      throw new Refusal(status.ABORTED, 'Operation timed out')
    default:
      return outcome satisfies never
  }
}

function wrongExpectedVersion({ stream, expected, forever }: DeleteRequest, current: bigint) {
  const expectedVersion = String(expectedNumber(expected))
  const actualVersion = String(current)
  return new Refusal(
    status.FAILED_PRECONDITION,
    `${forever ? 'Tombstone' : 'Delete'} failed due to WrongExpectedVersion. Stream: ${stream}, ` +
      `Expected version: ${expectedVersion}, Actual version: ${actualVersion}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': expectedVersion,
      'actual-version': actualVersion,
    },
  )
}

/** Answers a unary call. */
async function respond<Response>(
  callback: sendUnaryData<Response>,
  work: () => Promise<Response>,
): Promise<void> {
  let response: Response
  try {
    response = await work()
  } catch (error) {
    callback(serviceError(error))
    return
  }
  callback(null, response)
}
