import type { EventStore, StreamRead } from '#kernel/platform/event-store/event-store.ts'

/** How a process fails at one of its calls. */
export type FailureKind =
  /** It crashes before it sends anything. */
  | 'before'
  /** It crashes before the answer comes. */
  | 'after'
  /** It crashes; what it had sent arrives much later. */
  | 'late'

export interface PlannedFailure {
  /** The call that fails, counted from 1. */
  readonly at: number
  readonly failure: FailureKind
}

/** The process has crashed: nothing that it still does has an effect. */
class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed'
}

interface FaultyEventStore {
  readonly store: EventStore
  /** Counts the calls from here on, and lets one of them fail. */
  readonly planFailure: (plannedFailure: PlannedFailure) => void
  /** Calls since the last failure was planned. */
  readonly calls: () => number
  /** Delivers now what was sent before the crash. */
  readonly deliverLate: () => Promise<void>
}

/** The event store as a process sees it that crashes at a planned call. */
export function faultyEventStore(store: EventStore): FaultyEventStore {
  let planned: PlannedFailure | undefined
  let count = 0
  let hasCrashed = false
  let undelivered: (() => Promise<unknown>)[] = []

  const crash = (): never => {
    hasCrashed = true
    throw new ProcessCrashed()
  }

  async function interrupted<T>(call: () => Promise<T>, isWrite: boolean): Promise<T> {
    if (hasCrashed) return crash()
    count += 1
    if (planned?.at !== count) return call()
    const { failure } = planned
    planned = undefined
    if (failure === 'after') await call().catch(() => undefined)
    if (failure === 'late' && isWrite) undelivered.push(call)
    return crash()
  }

  return {
    store: {
      ...store,
      append: (...append) => interrupted(() => store.append(...append), true),
      readStream: (stream: string, read: StreamRead) =>
        interrupted(() => store.readStream(stream, read), false),
    },
    planFailure: (plannedFailure) => {
      planned = plannedFailure
      count = 0
    },
    calls: () => count,
    deliverLate: async () => {
      const sent = undelivered
      undelivered = []
      await Promise.allSettled(sent.map((call) => call()))
    },
  }
}
