import { LRUCache } from 'lru-cache'
import type { ApiKey, FindApiKey } from '#kernel/platform/http/authentication.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'

const MAX_REMEMBERED = 10_000
/** A removed key is refused within a second: after this time plus the time of one query. */
const REMEMBERED_MS = 500

/** Remembers keys for a moment. Concurrent requests for one key share a look-up. */
export function rememberedKeys(find: FindApiKey): FindApiKey {
  const remembered = new LRUCache<string, Promise<ApiKey | undefined>>({
    ...atMost(MAX_REMEMBERED),
    ttl: REMEMBERED_MS,
  })
  return (apiUserId) => {
    const known = remembered.get(apiUserId)
    if (known !== undefined) return known
    const found = find(apiUserId)
    remembered.set(apiUserId, found)
    found.catch(() => remembered.delete(apiUserId))
    return found
  }
}
