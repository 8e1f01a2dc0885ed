import { endOfTurn } from '#kernel/platform/waiting/timing.ts'
import type { LogStorage } from './log-storage.ts'
import type { Outcome } from './outcome.ts'
import { writeGroup } from './write-group.ts'
import { sizeOfRequest, type WriteRequest } from './write-request.ts'

const MAX_GROUP_REQUESTS = 1024
const MAX_GROUP_BYTES = 4 * 1024 * 1024
const MAX_WAITING_REQUESTS = 16_384
const MAX_WAITING_BYTES = 128 * 1024 * 1024

/** The queue is full: the request is not written. */
export class WriterBusy extends Error {
  override readonly name = 'WriterBusy'
}

/** The database refuses to write for now, and has written nothing of the group. */
export class WriteRefused extends WriterBusy {}

/** The node closes or has lost its database: the outcome is unknown. */
export class WriterStopped extends Error {
  override readonly name = 'WriterStopped'
}

export interface LogWriter {
  readonly now: LogStorage['now']
  /** Resolves when the transaction of the request has been committed. */
  readonly write: (request: WriteRequest) => Promise<Outcome>
  /** Refuses new requests and finishes the queue. */
  readonly close: () => Promise<void>
  readonly waiting: () => number
  /** Rejects all waiting requests at once: the log may already belong to another node. */
  readonly fail: (error: Error) => void
}

interface Waiting {
  readonly request: WriteRequest
  readonly bytes: number
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/**
 * One writer, one group after another: requests that arrive in one turn of the event loop, or during a transaction, form
 * the next group.
 */
export function createLogWriter(storage: LogStorage, onFailure: (error: Error) => void): LogWriter {
  const queue: Waiting[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined
  let stopped: WriterStopped | undefined

  const fail = (error: Error) => {
    stopped = new WriterStopped('the log can no longer be written', { cause: error })
    for (const { reject } of queue.splice(0)) reject(stopped)
    onFailure(error)
  }
  const take = () => {
    const group = takeGroup(queue)
    for (const { bytes } of group) waitingBytes -= bytes
    return group
  }
  const run = async () => {
    while (queue.length > 0) {
      const group = take()
      try {
        await writeWaiting(storage, group, queue)
      } catch (error) {
        const cause = error instanceof Error ? error : new Error(String(error))
        if (cause instanceof WriteRefused) {
          for (const { reject } of group) reject(cause)
          continue
        }
        for (const { reject } of group) reject(new WriterStopped('outcome unknown', { cause }))
        fail(cause)
      }
    }
    running = undefined
  }
  return {
    now: storage.now,
    write: (request) => {
      if (stopped !== undefined) return Promise.reject(stopped)
      const bytes = sizeOfRequest(request)
      if (queue.length >= MAX_WAITING_REQUESTS || waitingBytes + bytes > MAX_WAITING_BYTES) {
        return Promise.reject(new WriterBusy('Server Is Too Busy'))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      queue.push({ request, bytes, resolve, reject })
      waitingBytes += bytes
      running ??= endOfTurn().then(run)
      return promise
    },
    close: async () => {
      stopped ??= new WriterStopped('the node is closing')
      await running
    },
    waiting: () => queue.length,
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

async function writeWaiting(
  storage: LogStorage,
  group: readonly Waiting[],
  next: readonly Waiting[],
): Promise<void> {
  const requests = group.map(({ request }) => request)
  const outcomes = await writeGroup(storage, requests, () => next.map(({ request }) => request))
  const answer = () => {
    for (const [index, { resolve }] of group.entries()) {
      const outcome = outcomes[index]
      if (outcome !== undefined) resolve(outcome)
    }
  }
  // The next group's transaction begins before this group is answered: the disk must not wait.
  if (next.length > 0) setImmediate(answer)
  else answer()
}
