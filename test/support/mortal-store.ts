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
  /** It stands still when the call is done, and hears of it much later. */
  | 'deaf'
  /** It goes on without an answer from a provider; what it had sent arrives much later. */
  | 'lost'

export interface Strike {
  /** The call, counted from 1, that is struck, or the first of its kind. */
  readonly at: number | { readonly append: string } | { readonly operation: string }
  readonly blow: Blow
}

/** What a call changes: a stream, or something at a provider. */
interface Target<T> {
  readonly append?: string
  readonly operation?: string
  /** What whoever gets no answer from a provider makes of that. */
  readonly unheard?: T
}

/** The process is gone: nothing that it still does reaches anybody. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied'
}

export interface MortalStore {
  readonly store: EventStore
  /** Counts its calls from here on, and strikes one of them. */
  readonly strike: (strike: Strike) => void
  /** The same for a call to a provider. */
  readonly through: <T>(operation: string, call: () => Promise<T>, unheard: T) => Promise<T>
  /** Neither dead nor asleep. */
  readonly isAtWork: () => boolean
  readonly isDead: () => boolean
  /** Calls since the last strike was planned. */
  readonly calls: () => number
  /** Which of them change something, or leave the house. */
  readonly changing: () => ReadonlySet<number>
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
  let changing = new Set<number>()
  let isDead = false
  let onTheWay: (() => Promise<unknown>)[] = []
  let isAsleep = false
  let sleep = newSleep()

  const die = (): never => {
    isDead = true
    throw new ProcessDied()
  }
  const alive = <T>(answer: T): T => (isDead ? die() : answer)

  const isMeant = <T>({ at }: Strike, { append, operation }: Target<T>) => {
    if (typeof at === 'number') return at === count
    return 'append' in at
      ? append?.startsWith(`${at.append}-`) === true
      : operation === at.operation
  }

  async function fallAsleep() {
    isAsleep = true
    sleep.begun.resolve()
    await sleep.over.promise
  }

  async function struck<T>(call: () => Promise<T>, target: Target<T> = {}): Promise<T> {
    if (isAsleep) await sleep.over.promise
    if (isDead) return die()
    count += 1
    const changes = target.append ?? target.operation
    if (changes !== undefined) changing.add(count)
    if (planned === undefined || !isMeant(planned, target)) return alive(await call())
    const { blow } = planned
    planned = undefined
    if (blow === 'asleep') {
      await fallAsleep()
      return alive(await call())
    }
    if (blow === 'deaf') {
      const answer = await call()
      await fallAsleep()
      return alive(answer)
    }
    if (blow === 'after') await call().catch(() => undefined)
    if ((blow === 'late' || blow === 'lost') && changes !== undefined) onTheWay.push(call)
    return blow === 'lost' && target.unheard !== undefined ? target.unheard : die()
  }

  return {
    store: {
      ...store,
      append: (...append) => struck(() => store.append(...append), { append: append[0] }),
      readStream: (stream: string, read: StreamRead) =>
        struck(() => store.readStream(stream, read)),
    },
    strike: (strike) => {
      planned = strike
      count = 0
      changing = new Set()
    },
    through: (operation, call, unheard) => struck(call, { operation, unheard }),
    isAtWork: () => !isDead && !isAsleep,
    isDead: () => isDead,
    calls: () => count,
    changing: () => changing,
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
