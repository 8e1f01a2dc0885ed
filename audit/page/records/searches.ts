import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DestroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import type { Listed } from './headlines.ts'

/** A search and its result, kept only in memory, because the value may identify a person. */
export interface KeptSearch {
  readonly companyId: string
  readonly value: string
  readonly found: readonly Listed[]
  readonly areAll: boolean
}

export interface Searches {
  /** Returns the id of the result page. The page is dropped as soon as any person is forgotten. */
  readonly keep: (search: KeptSearch, destroyed: Pick<DestroyedKeys, 'subscribe'>) => string
  readonly of: (companyId: string, id: string) => KeptSearch | undefined
}

const MOST_KEPT = 200
const KEPT_MS = 30 * 60_000

export function keptSearches(): Searches {
  const kept = new LRUCache<string, KeptSearch>({ max: MOST_KEPT, ttl: KEPT_MS })
  const followed = new WeakSet<object>()
  return {
    keep(search, destroyed) {
      if (!followed.has(destroyed)) destroyed.subscribe(() => kept.clear())
      followed.add(destroyed)
      const id = randomUUID()
      kept.set(id, search)
      return id
    },
    of(companyId, id) {
      const search = kept.get(id)
      return search?.companyId === companyId ? search : undefined
    },
  }
}
