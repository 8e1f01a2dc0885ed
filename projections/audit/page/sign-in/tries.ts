import { LRUCache } from 'lru-cache'

const WINDOW_MS = 15 * 60_000
const MOST_REMEMBERED = 50_000
const MOST_FROM_ONE_PLACE_FOR_ONE_USER = 5
const MOST_FROM_ONE_PLACE = 30
const MOST_FOR_ONE_USER = 100

export interface Tries {
  /** Counts a try before its secret is looked at; false when there were too many. */
  readonly mayTry: (apiUserId: string, place: string) => boolean
  readonly succeeded: (apiUserId: string, place: string) => void
}

/**
 * Wrong secrets within a quarter of an hour. Few for one user from one place, so that somebody
 * elsewhere who tries a user's secrets does not lock that user out at once.
 */
export function boundedTries(now: () => number): Tries {
  const counts = new LRUCache<string, number>({
    max: MOST_REMEMBERED,
    ttl: WINDOW_MS,
    noUpdateTTL: true,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    mayTry(apiUserId, place) {
      const keys = keysOf(apiUserId, place)
      if (keys.some(([key, most]) => (counts.get(key) ?? 0) >= most)) return false
      for (const [key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      return true
    },
    succeeded(apiUserId, place) {
      for (const [key] of keysOf(apiUserId, place)) {
        counts.set(key, Math.max((counts.get(key) ?? 0) - 1, 0))
      }
    },
  }
}

const keysOf = (apiUserId: string, place: string) =>
  [
    [JSON.stringify([apiUserId, place]), MOST_FROM_ONE_PLACE_FOR_ONE_USER],
    [JSON.stringify(['place', '', place]), MOST_FROM_ONE_PLACE],
    [JSON.stringify(['user', apiUserId, '']), MOST_FOR_ONE_USER],
  ] as const
