import type { EventStore, StreamRead } from '#kernel/platform/event-store/event-store.ts'

/** What becomes of the call at which a process is struck. */
export type Blow =
  /** It dies before it sends anything. */
  | 'before'
  /** It dies before the answer comes. */
  | 'after'
  /** It dies; what it had sent arrives much later. */
  | 'late'
  /** It stands still, and goes on much later as if nothing had happened. */
  | 'asleep'

export interface Strike {
  /** The call to the store, counted from 1, that is struck, or the first append to a category. */
  readonly at: number | { readonly append: string }
  readonly blow: Blow
}

/** The process is gone: nothing that it still does reaches anybody. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied'
}

export interface MortalStore {
  readonly store: EventStore
  /** Counts its calls from here on, and strikes one of them. */
  readonly strike: (strike: Strike) => void
  /** Neither dead nor asleep. */
  readonly isAtWork: () => boolean
  /** Calls since the last strike was planned. */
  readonly calls: () => number
  /** Lets what was sent before the death arrive now. */
  readonly land: () => Promise<void>
  /** Settles when the strike that is planned puts it to sleep. */
  readonly asleep: () => Promise<void>
  /** Ends the sleep; whoever slept goes on. */
  readonly wake: () => void
}

/** The store as one process sees it that may die, or fall asleep, at any call. */
export function mortalStore(store: EventStore): MortalStore {
  let planned: Strike | undefined
  let count = 0
  let isDead = false
  let onTheWay: (() => Promise<unknown>)[] = []
  let isAsleep = false
  let sleep = newSleep()

  const die = (): never => {
    isDead = true
    throw new ProcessDied()
  }
  const alive = <T>(answer: T): T => (isDead ? die() : answer)

  const isMeant = ({ at }: Strike, appendTo: string | undefined) =>
    typeof at === 'number' ? at === count : appendTo?.startsWith(`${at.append}-`) === true

  async function struck<T>(call: () => Promise<T>, appendTo?: string): Promise<T> {
    if (isAsleep) await sleep.over.promise
    if (isDead) return die()
    count += 1
    if (planned === undefined || !isMeant(planned, appendTo)) return alive(await call())
    const { blow } = planned
    planned = undefined
    if (blow === 'asleep') {
      isAsleep = true
      sleep.begun.resolve()
      await sleep.over.promise
      return alive(await call())
    }
    if (blow === 'after') await call().catch(() => undefined)
    if (blow === 'late' && appendTo !== undefined) onTheWay.push(call)
    return die()
  }

  return {
    store: {
      ...store,
      append: (...append) => struck(() => store.append(...append), append[0]),
      readStream: (stream: string, read: StreamRead) =>
        struck(() => store.readStream(stream, read)),
    },
    strike: (strike) => {
      planned = strike
      count = 0
    },
    isAtWork: () => !isDead && !isAsleep,
    calls: () => count,
    land: async () => {
      const sent = onTheWay
      onTheWay = []
      await Promise.allSettled(sent.map((call) => call()))
    },
    asleep: () => sleep.begun.promise,
    wake: () => {
      isAsleep = false
      sleep.over.resolve()
      sleep = newSleep()
    },
  }
}

const newSleep = () => ({
  begun: Promise.withResolvers<void>(),
  over: Promise.withResolvers<void>(),
})
