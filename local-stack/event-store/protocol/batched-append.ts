import { shared, type streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { ProposedEvent } from '../recorded-event.ts'
import type { Expected } from '../writing/decide.ts'
import type { WriteRequest } from '../writing/write-request.ts'
import type { AppendPart } from './append-part.ts'
import { expectedOf } from './expected.ts'
import { proposedEvent, type SizeLimits, sizeWith, streamName } from './proposals.ts'

/** The limit for every append, even if its sender allows more. */
export const WRITE_TIMEOUT_MS = 2000

/** One append of a batch. It may arrive in several parts until its deadline. */
export interface BatchedAppend {
  readonly correlation: string
  /** Exactly as the client wrote it, because the client compares it. */
  readonly id: shared.UUID | undefined
  readonly identifier: shared.StreamIdentifier
  readonly bytes: () => number
  /** Whether its last part has arrived. */
  readonly isComplete: () => boolean
  /** It arrived after its deadline and is not processed. */
  readonly isLate: boolean
  readonly expected: () => Expected
  /** Throws a refusal if the message is invalid. */
  readonly add: (message: AppendPart) => void
  readonly request: () => WriteRequest
  /** Called when the client no longer waits for the answer. */
  readonly forget: () => void
}

export function startBatchedAppend(
  {
    correlation,
    id,
    now,
    limits,
  }: Pick<BatchedAppend, 'correlation' | 'id'> & {
    readonly now: number
    readonly limits: SizeLimits
  },
  options: streams.BatchAppendReq.Options,
  onTimeout: (append: BatchedAppend) => void,
): BatchedAppend {
  const events: ProposedEvent[] = []
  let target: { readonly stream: string; readonly expected: Expected } | undefined
  let bytes = 0
  let isComplete = false
  let isForgotten = false
  const timeLeft = timeLeftOf(options, now)
  const targetOf = () => {
    target ??= {
      stream: streamName(options.getStreamIdentifier()),
      expected: expectedOf(
        options,
        options.hasStreamPosition() ? options.getStreamPosition() : undefined,
      ),
    }
    return target
  }
  const append: BatchedAppend = {
    correlation,
    id,
    identifier: options.getStreamIdentifier() ?? new shared.StreamIdentifier(),
    bytes: () => bytes,
    isComplete: () => isComplete,
    isLate: timeLeft <= 0,
    expected: () => targetOf().expected,
    add: (message) => {
      targetOf()
      isComplete = message.getIsFinal()
      for (const proposed of message.getProposedMessagesList()) {
        const event = proposedEvent(proposed)
        bytes = sizeWith(event, bytes, limits)
        events.push(event)
      }
    },
    request: () => ({ kind: 'append', ...targetOf(), events, isAbandoned: () => isForgotten }),
    forget: () => {
      isForgotten = true
      clearTimeout(timer)
    },
  }
  const timer = setTimeout(() => onTimeout(append), Math.max(timeLeft, 0))
  return append
}

function timeLeftOf(options: streams.BatchAppendReq.Options, now: number): number {
  const deadline = options.getDeadline()
  if (deadline === undefined) return WRITE_TIMEOUT_MS
  const left = deadline.getSeconds() * 1000 + deadline.getNanos() / 1_000_000 - now
  return Math.min(left, WRITE_TIMEOUT_MS)
}
