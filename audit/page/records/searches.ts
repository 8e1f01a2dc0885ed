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

/** Of a company, so that the searches of one drop no other's. */
const MOST_KEPT = 100
const MOST_COMPANIES = 100
const KEPT_MS = 30 * 60_000

export function keptSearches(): Searches {
  const companies = new LRUCache<string, LRUCache<string, KeptSearch>>({ max: MOST_COMPANIES })
  const followed = new WeakSet<object>()
  return {
    keep(search, destroyed) {
      if (!followed.has(destroyed)) destroyed.subscribe(() => companies.clear())
      followed.add(destroyed)
      const { companyId } = search
      const own = companies.get(companyId) ?? new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS })
      companies.set(companyId, own)
      const id = randomUUID()
      own.set(id, search)
      return id
    },
    of: (companyId, id) => companies.get(companyId)?.get(id),
  }
}
