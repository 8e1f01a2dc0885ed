import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { atMost } from '../process/at-most.ts'
import { type BoundedQueue, boundedQueue, TooBusy } from '../waiting/bounded-queue.ts'
import { waitAtMost } from '../waiting/timing.ts'

/** How many seconds' worth of requests may come at once. */
const BURST_SECONDS = 4
const MAX_REMEMBERED = 10_000
/** How many requests of a key are worked on at once. */
const AT_ONCE = 1
/** At least; as long again at most, so that refusals of one moment do not come back in one. */
const ANSWERED_AFTER_MS = 250
/** Of one process; what is refused beyond them is answered at once. */
const MOST_HELD = 500

interface Bucket {
  readonly tokens: number
  /** Milliseconds, by the clock of the limit. */
  readonly at: number
}

/** Counts a request of a key that has proved itself; rejects one too many. */
export type TakeRequest = (apiUserId: string) => void

/**
 * A bucket of tokens for each key, in the memory of this process: nothing has to be asked before a request is served.
 * Who does not know the secret takes none.
 */
export function ratePerKey(perSecond: number, now = () => performance.now()): TakeRequest {
  const most = BURST_SECONDS * perSecond
  const buckets = new LRUCache<string, Bucket>(atMost(MAX_REMEMBERED))
  if (perSecond === 0) return () => undefined
  return (apiUserId) => {
    const at = now()
    const before = buckets.get(apiUserId) ?? { tokens: most, at }
    const refilled = Math.min(most, before.tokens + ((at - before.at) / 1_000) * perSecond)
    const isPermitted = refilled >= 1
    buckets.set(apiUserId, { tokens: isPermitted ? refilled - 1 : refilled, at })
    if (!isPermitted) refuse(Math.ceil((1 - refilled) / perSecond))
  }
}

/**
 * The same, but a refusal is answered only after a while: who repeats what was refused at once, with all of its
 * connections, takes little of the processor from others.
 */
export function refusingSlowly(take: TakeRequest): (apiUserId: string) => Promise<void> {
  let held = 0
  return async (apiUserId) => {
    try {
      take(apiUserId)
    } catch (refusal) {
      if (held < MOST_HELD) {
        held++
        await pause(ANSWERED_AFTER_MS * (1 + Math.random()))
        held--
      }
      throw refusal
    }
  }
}

/** Waits for the key's turn, which lasts until the promise settles, or for a while. Whether it had to wait. */
export type AwaitTurn = (apiUserId: string, answered: Promise<unknown>) => Promise<boolean>

/**
 * One request of a key is worked on at a time, and the others wait for it: so a key has no more than
 * one place among all, however much it sends. A turn ends with its answer, and as soon as the rate permits the next: so neither a
 * slow provider nor a slow reader holds up the other requests of the key, and no more wait than may come at once.
 */
export function turnsPerKey(perSecond: number): AwaitTurn {
  const queues = new LRUCache<string, BoundedQueue>(atMost(MAX_REMEMBERED))
  const waiting = BURST_SECONDS * perSecond
  const longestMs = (AT_ONCE / perSecond) * 1_000
  if (perSecond === 0) return async () => false
  return async (apiUserId, answered) => {
    const queue = queues.get(apiUserId) ?? boundedQueue({ atOnce: AT_ONCE, waiting })
    queues.set(apiUserId, queue)
    const turn = Promise.withResolvers<boolean>()
    let isLater = false
    const over = queue(() => {
      turn.resolve(isLater)
      return waitAtMost(longestMs, answered)
    })
    isLater = true
    over.catch((error: unknown) => turn.reject(error))
    return turn.promise.catch((error: unknown) => {
      if (error instanceof TooBusy) return refuse(1)
      throw error
    })
  }
}

function refuse(retryAfter: number): never {
  const message = 'This key sends more requests than it may; try again later.'
  return reject('RATE_LIMITED', message, [detail('request', 'rateLimit', { retryAfter })])
}
