import shared from '@eventstore/db-client/generated/shared_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ProposedEvent } from '../recorded-event.ts'
import type { Expected } from '../writing/decide.ts'
import type { WriteRequest } from '../writing/write-request.ts'
import { expectedOf } from './expected.ts'
import { streamName } from './proposals.ts'

/** No append is waited for longer, whatever its sender allows. */
export const WRITE_TIMEOUT_MS = 2000

/** One append on its way: it may come in parts, and has until its deadline to be complete and written. */
export interface BatchAppend {
  readonly correlation: string
  readonly identifier: shared.StreamIdentifier
  readonly bytes: number
  readonly expected: Expected | undefined
  /** Throws the refusal that the options earned. */
  readonly checkOptions: () => void
  readonly add: (event: ProposedEvent, bytes: number) => void
  readonly request: () => WriteRequest
  /** Nobody waits for the answer any more. */
  readonly forget: () => void
}

/** Undefined for parts of an append that is not open: it was answered already. */
export function startBatchAppend(
  message: streams.BatchAppendReq,
  correlation: string,
  onTimeout: (append: BatchAppend) => void,
): BatchAppend | undefined {
  const options = message.getOptions()
  if (options === undefined) return undefined
  const events: ProposedEvent[] = []
  let bytes = 0
  let isForgotten = false
  const target = attempt(() => ({
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(
      options,
      options.hasStreamPosition() ? options.getStreamPosition() : undefined,
    ),
  }))
  const append: BatchAppend = {
    correlation,
    identifier: options.getStreamIdentifier() ?? new shared.StreamIdentifier(),
    get bytes() {
      return bytes
    },
    expected: target.value?.expected,
    checkOptions: () => {
      if (target.value === undefined) throw target.error
    },
    add: (event, size) => {
      events.push(event)
      bytes += size
    },
    request: () => {
      if (target.value === undefined) throw target.error
      return { kind: 'append', ...target.value, events, isAbandoned: () => isForgotten }
    },
    forget: () => {
      isForgotten = true
      clearTimeout(timer)
    },
  }
  const timer = setTimeout(() => onTimeout(append), timeLeft(options))
  return append
}

function timeLeft(options: streams.BatchAppendReq.Options): number {
  const deadline = options.getDeadline()
  if (deadline === undefined) return WRITE_TIMEOUT_MS
  const left = deadline.getSeconds() * 1000 + deadline.getNanos() / 1_000_000 - Date.now()
  return Math.min(Math.max(left, 0), WRITE_TIMEOUT_MS)
}

function attempt<Value>(compute: () => Value) {
  try {
    return { value: compute() }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}
