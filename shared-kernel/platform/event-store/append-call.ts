import { randomUUID } from 'node:crypto'
import { refusalIn } from './append-answers.ts'
import { requestOf, type Write } from './append-request.ts'
import type { Appended } from './event-store.ts'
import { parseLogPosition } from './log-position.ts'
import {
  AccessDeniedError,
  convertToCommandError,
  DeadlineExceededError,
  parseUUID,
  type StoreClient,
  unpackToCommandError,
} from './store-client.ts'
import { streamServices, type streams } from './store-protocol.ts'

/** The append succeeded, but the answer lacks the position. */
export class PositionMissing extends Error {
  override readonly name = 'PositionMissing'
}

/** One BatchAppend call to the store, shared by all appends until it breaks. */
export interface AppendCall {
  readonly attempt: (write: Write, timeoutMs: number) => Promise<Appended>
  readonly cancel: (reason: Error) => void
}

export interface AppendCallEvents {
  readonly answered: () => void
  readonly over: (reason: Error) => void
}

interface Waiting {
  readonly resolve: (appended: Appended) => void
  readonly reject: (reason: Error) => void
  readonly timer: NodeJS.Timeout
}

type GrpcCall = ReturnType<streamServices.StreamsClient['batchAppend']>

/**
 * Replaces the client's `appendToStream`, which shares its pending appends between all clients of the
 * process: an error on one connection rejects them all, and a late answer then kills the process. Here
 * each call has its own pending appends, and a late answer is ignored.
 */
export async function openAppendCall(
  client: StoreClient,
  events: AppendCallEvents,
): Promise<AppendCall> {
  const waiting = new Map<string, Waiting>()
  let answeredAt = 0
  let overBecause: Error | undefined

  function finish(reason: Error) {
    if (overBecause !== undefined) return
    overBecause = reason
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    waiting.clear()
    events.over(reason)
  }

  function settle(answer: streams.BatchAppendResp) {
    answeredAt = performance.now()
    events.answered()
    const id = parseUUID(answer.getCorrelationId()) ?? ''
    const entry = waiting.get(id)
    if (entry === undefined) return
    waiting.delete(id)
    clearTimeout(entry.timer)
    const outcome = outcomeOf(answer)
    if (outcome instanceof Error) entry.reject(outcome)
    else entry.resolve(outcome)
  }

  const call = await openGrpcCall(client, (opened) => {
    opened.on('data', settle)
    opened.on('error', (error) => finish(convertToCommandError(error)))
    opened.on('end', () => {
      opened.end()
      finish(new Error('the store ended the call'))
    })
  })

  function cancel(reason: Error) {
    finish(reason)
    call.cancel()
  }

  function attempt(write: Write, timeoutMs: number) {
    if (overBecause !== undefined) return Promise.reject(overBecause)
    const id = randomUUID()
    const sentAt = performance.now()
    return new Promise<Appended>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        const reason = new Error(`no answer to an append within ${timeoutMs} ms`)
        reject(reason)
        if (answeredAt < sentAt) cancel(reason)
      }, timeoutMs)
      waiting.set(id, { resolve, reject, timer })
      call.write(requestOf(write, id))
    })
  }

  return { attempt, cancel }
}

/** Only the client knows how to connect and how to follow the leader, so it opens the call. */
function openGrpcCall(client: StoreClient, listen: (call: GrpcCall) => void) {
  const open = client['GRPCStreamCreator'](streamServices.StreamsClient, 'batchAppend', (node) => {
    const call = node.batchAppend(...client['callArguments']({}, { deadline: Infinity }))
    listen(call)
    return call
  })
  return open()
}

/** The client gives these errors no message. */
function withWords(error: Error): Error {
  if (error instanceof DeadlineExceededError) {
    error.message = 'the event store did not write it within its own time limit (DEADLINE_EXCEEDED)'
  } else if (error instanceof AccessDeniedError) {
    error.message =
      'the user has no right to write to this stream of the event store (AccessDenied)'
  }
  return error
}

function outcomeOf(answer: streams.BatchAppendResp): Appended | Error {
  const error = answer.getError()
  const success = answer.getSuccess()
  if (error !== undefined) return refusalIn(error) ?? withWords(unpackToCommandError(error, ''))
  const position = success?.getPosition()?.getCommitPosition()
  if (success === undefined || position === undefined) return new PositionMissing()
  return { revision: BigInt(success.getCurrentRevision()), position: parseLogPosition(position) }
}
