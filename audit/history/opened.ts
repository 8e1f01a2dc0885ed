import { familyOf } from '#kernel/events/family-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'
import { withoutSecrets } from './without-secrets.ts'

/** An event's data in its latest version, without secrets; or as stored, and why it is unreadable. */
export async function opened(vault: VaultReader, stored: StoredEvent) {
  try {
    const [recorded] = await decodeEvents(vault, familyOf, [stored])
    if (recorded !== undefined) {
      return { data: withoutSecrets(stored, recorded.event.data), unreadable: null }
    }
    return { data: stored.data, unreadable: 'its type is not known' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be opened'
    return { data: stored.data, unreadable: reason }
  }
}
