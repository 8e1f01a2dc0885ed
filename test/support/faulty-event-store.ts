import type { EventStore, StreamRead } from '#kernel/platform/event-store/event-store.ts'

/** How a process fails at one of its calls. */
export type FailureKind =
  /** It crashes before it sends anything. */
  | 'before'
  /** It crashes before the answer comes. */
  | 'after'
  /** It crashes; what it had sent arrives much later. */
  | 'late'
  /** It is paused before the call, and goes on much later. */
  | 'pausedBefore'
  /** It is paused after the call, and sees the answer much later. */
  | 'pausedAfter'
  /** It goes on without an answer from a provider; what it had sent arrives much later. */
  | 'lost'

export interface PlannedFailure {
  /** The call that fails: its number, counted from 1, or the first of its kind. */
  readonly at: number | { readonly append: string } | { readonly operation: string }
  readonly failure: FailureKind
}

/** What a call changes: a stream, or something at a provider. */
interface Target<T> {
  readonly append?: string
  readonly operation?: string
  /** What the caller of a provider concludes when no answer comes. */
  readonly onLostAnswer?: T
}

/** The process has crashed: nothing that it still does has an effect. */
export class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed'
}

export interface FaultyEventStore {
  readonly store: EventStore
  /** Counts the calls from here on, and lets one of them fail. */
  readonly planFailure: (plannedFailure: PlannedFailure) => void
  /** The same for a call to a provider. */
  readonly through: <T>(operation: string, call: () => Promise<T>, onLostAnswer: T) => Promise<T>
  readonly hasCrashed: () => boolean
  /** Calls since the last failure was planned. */
  readonly calls: () => number
  /** Which of them change a stream, or call a provider. */
  readonly changing: () => ReadonlySet<number>
  /** Delivers now what was sent before the crash. */
  readonly deliverLate: () => Promise<void>
  /** Resolves when the planned failure pauses the process. */
  readonly untilPaused: () => Promise<void>
  /** Ends the pause; the process goes on. */
  readonly resume: () => void
}

/** The event store as a process sees it that crashes, or is paused, at a planned call. */
export function faultyEventStore(store: EventStore): FaultyEventStore {
  let planned: PlannedFailure | undefined
  let count = 0
  let changing = new Set<number>()
  let hasCrashed = false
  let undelivered: (() => Promise<unknown>)[] = []
  let isPaused = false
  let pause = newPause()

  const crash = (): never => {
    hasCrashed = true
    throw new ProcessCrashed()
  }
  const alive = <T>(answer: T): T => (hasCrashed ? crash() : answer)

  const isMeant = <T>({ at }: PlannedFailure, { append, operation }: Target<T>) => {
    if (typeof at === 'number') return at === count
    return 'append' in at
      ? append?.startsWith(`${at.append}-`) === true
      : operation === at.operation
  }

  async function pauseUntilResumed() {
    isPaused = true
    pause.begun.resolve()
    await pause.over.promise
  }

  async function interrupted<T>(call: () => Promise<T>, target: Target<T> = {}): Promise<T> {
    if (isPaused) await pause.over.promise
    if (hasCrashed) return crash()
    count += 1
    const changes = target.append ?? target.operation
    if (changes !== undefined) changing.add(count)
    if (planned === undefined || !isMeant(planned, target)) return alive(await call())
    const { failure } = planned
    planned = undefined
    if (failure === 'pausedBefore') {
      await pauseUntilResumed()
      return alive(await call())
    }
    if (failure === 'pausedAfter') {
      const answer = await call()
      await pauseUntilResumed()
      return alive(answer)
    }
    if (failure === 'after') await call().catch(() => undefined)
    if ((failure === 'late' || failure === 'lost') && changes !== undefined) undelivered.push(call)
    return failure === 'lost' && target.onLostAnswer !== undefined ? target.onLostAnswer : crash()
  }

  return {
    store: {
      ...store,
      append: (...append) => interrupted(() => store.append(...append), { append: append[0] }),
      readStream: (stream: string, read: StreamRead) =>
        interrupted(() => store.readStream(stream, read)),
    },
    planFailure: (plannedFailure) => {
      planned = plannedFailure
      count = 0
      changing = new Set()
    },
    through: (operation, call, onLostAnswer) => interrupted(call, { operation, onLostAnswer }),
    hasCrashed: () => hasCrashed,
    calls: () => count,
    changing: () => changing,
    deliverLate: async () => {
      const sent = undelivered
      undelivered = []
      await Promise.allSettled(sent.map((call) => call()))
    },
    untilPaused: () => pause.begun.promise,
    resume: () => {
      isPaused = false
      pause.over.resolve()
      pause = newPause()
    },
  }
}

const newPause = () => ({
  begun: Promise.withResolvers<void>(),
  over: Promise.withResolvers<void>(),
})
