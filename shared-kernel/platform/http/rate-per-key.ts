import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'

/** How many seconds' worth of requests may come at once. */
const BURST_SECONDS = 4
const MAX_REMEMBERED = 10_000
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
  const buckets = new LRUCache<string, Bucket>({ max: MAX_REMEMBERED })
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
        await pause(ANSWERED_AFTER_MS)
        held--
      }
      throw refusal
    }
  }
}

function refuse(retryAfter: number): never {
  const message = 'This key sends more requests than it may; try again later.'
  return reject('RATE_LIMITED', message, [detail('request', 'rateLimit', { retryAfter })])
}
