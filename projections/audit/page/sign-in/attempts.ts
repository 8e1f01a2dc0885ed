import { LRUCache } from 'lru-cache'

const WINDOW_MS = 15 * 60_000
const MOST_REMEMBERED = 50_000
const MOST_FROM_ONE_ADDRESS_FOR_ONE_USER = 5
const MOST_FROM_ONE_ADDRESS = 30
const MOST_FOR_ONE_USER = 100

export interface SignInAttempts {
  /** Counts an attempt before its secret is checked; false if there were too many. */
  readonly mayAttempt: (apiUserId: string, address: string) => boolean
  readonly succeeded: (apiUserId: string, address: string) => void
}

/**
 * Limits wrong secrets within a quarter of an hour. The limit for one user from one address is low;
 * guessing from another address does not lock that user out at once.
 */
export function limitedAttempts(now: () => number): SignInAttempts {
  const counts = new LRUCache<string, number>({
    max: MOST_REMEMBERED,
    ttl: WINDOW_MS,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    mayAttempt(apiUserId, address) {
      const keys = keysOf(apiUserId, address)
      if (keys.some(([key, most]) => (counts.get(key) ?? 0) >= most)) return false
      for (const [key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      return true
    },
    succeeded(apiUserId, address) {
      for (const [key] of keysOf(apiUserId, address)) {
        counts.set(key, Math.max((counts.get(key) ?? 0) - 1, 0))
      }
    },
  }
}

const keysOf = (apiUserId: string, address: string) =>
  [
    [JSON.stringify([apiUserId, address]), MOST_FROM_ONE_ADDRESS_FOR_ONE_USER],
    [JSON.stringify(['address', '', address]), MOST_FROM_ONE_ADDRESS],
    [JSON.stringify(['user', apiUserId, '']), MOST_FOR_ONE_USER],
  ] as const
