import type { RecordedEvent } from '../recorded-event.ts'
import { sizeOf } from '../recorded-event.ts'
import type { EarlierEvent, NeededHistory, Refusal } from './decide.ts'
import { createGroup, type Group } from './group.ts'
import { describedStream } from './stream-state.ts'
import type { StreamStates } from './stream-states.ts'
import type { WriteRequest } from './write-request.ts'

const MAX_GROUP_REQUESTS = 1024
const MAX_GROUP_BYTES = 4 * 1024 * 1024
const MAX_WAITING_REQUESTS = 16_384
const MAX_WAITING_BYTES = 128 * 1024 * 1024

export type Outcome =
  | Refusal
  /** No revision when the stream does not exist; no position when nothing was ever written. */
  | { readonly kind: 'done'; readonly revision: bigint; readonly position: bigint | undefined }
  /** Its sender has stopped waiting before it was looked at; nothing was written. */
  | { readonly kind: 'abandoned' }

/** The node is closing or has lost its database: the outcome of what was waiting is unknown. */
export class WriterStopped extends Error {
  override readonly name = 'WriterStopped'
}

export interface LogWriter {
  /** Resolves when what was decided is safely in the log. */
  readonly write: (request: WriteRequest) => Promise<Outcome>
  /** Takes no more, finishes what waits. */
  readonly close: () => Promise<void>
  /** Ends at once: the log may belong to another node. */
  readonly fail: (error: Error) => void
}

export interface WriterParts {
  readonly states: StreamStates
  readonly head: () => { readonly position: bigint; readonly created: bigint }
  readonly history: (needed: NeededHistory) => Promise<readonly EarlierEvent[]>
  readonly insert: (events: readonly RecordedEvent[]) => Promise<void>
  readonly publish: (events: readonly RecordedEvent[]) => void
  readonly onFailure: (error: Error) => void
}

interface Waiting {
  readonly request: WriteRequest
  readonly bytes: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/** One writer, one group after another: what comes in while the disk works is the next group. */
export function createLogWriter(parts: WriterParts): LogWriter {
  const queue: Waiting[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined
  let stopped: WriterStopped | undefined

  const fail = (error: Error) => {
    stopped ??= new WriterStopped('the log can no longer be written', { cause: error })
    for (const waiting of queue.splice(0)) waiting.reject(stopped)
    parts.onFailure(error)
  }
  const run = async () => {
    while (queue.length > 0) {
      const waiting = takeGroup(queue)
      for (const { bytes } of waiting) waitingBytes -= bytes
      try {
        await writeGroup(parts, waiting, () => queue.map(({ request }) => request))
      } catch (error) {
        for (const { reject } of waiting) reject(new WriterStopped('outcome unknown'))
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    }
    running = undefined
  }
  return {
    write: (request) => {
      if (stopped !== undefined) return Promise.reject(stopped)
      const bytes = bytesOf(request)
      if (queue.length >= MAX_WAITING_REQUESTS || waitingBytes + bytes > MAX_WAITING_BYTES) {
        return Promise.reject(new WriterStopped('too many writes wait'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      queue.push({ request, bytes, resolve, reject })
      waitingBytes += bytes
      running ??= Promise.resolve().then(run)
      return promise
    },
    close: async () => {
      stopped ??= new WriterStopped('the node is closing')
      await running
    },
    fail,
  }
}

function takeGroup(queue: Waiting[]): Waiting[] {
  let bytes = 0
  let taken = 0
  for (const waiting of queue) {
    bytes += waiting.bytes
    if (taken > 0 && (bytes > MAX_GROUP_BYTES || taken >= MAX_GROUP_REQUESTS)) break
    taken += 1
  }
  return queue.splice(0, taken)
}

const bytesOf = (request: WriteRequest) =>
  request.kind === 'append' ? request.events.reduce((sum, event) => sum + sizeOf(event), 0) : 0

async function writeGroup(
  parts: WriterParts,
  waiting: readonly Waiting[],
  next: () => readonly WriteRequest[],
): Promise<void> {
  await parts.states.load(waiting.map(({ request }) => describedStream(request.stream)))
  const group = createGroup(parts)
  const outcomes: Outcome[] = []
  for (const { request } of waiting) outcomes.push(await decide(group, request))
  if (group.events.length > 0) {
    await Promise.all([parts.insert(group.events), loadAhead(parts, group, next())])
    for (const [stream, state] of group.states) parts.states.set(stream, state)
  }
  for (const [index, { resolve }] of waiting.entries()) {
    const outcome = outcomes[index]
    if (outcome !== undefined) resolve(outcome)
  }
  if (group.events.length > 0) parts.publish(group.events)
}

const decide = (group: Group, request: WriteRequest): Outcome | Promise<Outcome> =>
  request.isAbandoned() ? { kind: 'abandoned' } : group.decide(request)

/** While the disk works: what the next group will ask for. Streams of this group are known. */
function loadAhead({ states }: WriterParts, group: Group, next: readonly WriteRequest[]) {
  const streams = next.map(({ stream }) => describedStream(stream))
  return states.load(streams.filter((stream) => !group.states.has(stream)))
}
