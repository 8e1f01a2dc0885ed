import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ApiKey, FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { findApiKey } from '#projections/find-api-key.ts'

const MAX_REMEMBERED = 10_000
/** A removed key is refused within a second: after this time plus the time of one query. */
const REMEMBERED_MS = 500

/** Looks keys up in the read models. Concurrent requests for one key share a query. */
export function apiKeysIn(database: Kysely<ReadDatabase>): FindApiKey {
  const remembered = new LRUCache<string, Promise<ApiKey | undefined>>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
  })
  return (apiUserId) => {
    const known = remembered.get(apiUserId)
    if (known !== undefined) return known
    const found = findApiKey(database, apiUserId)
    remembered.set(apiUserId, found)
    found.catch(() => remembered.delete(apiUserId))
    return found
  }
}
