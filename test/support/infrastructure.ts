import type { Pool } from 'pg'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type Vault } from '#kernel/platform/vault/vault.ts'
import { eventStoreNodeForThisFile } from './event-store.ts'
import { forThisFile } from './for-this-file.ts'
import { openLog } from './with-log.ts'

/** What all companies of a test file share: the log, the vault, and one reader of the whole log. */
export interface Infrastructure {
  readonly eventStore: EventStore
  readonly vault: Vault
  /** As the command service. */
  readonly pool: Pool
  readonly administratorUrl: string
  /** All events of a company that are in the log now. */
  readonly eventsOf: (companyId: string) => Promise<readonly StoredEvent[]>
}

export function infrastructureForThisFile(): () => Infrastructure {
  const node = eventStoreNodeForThisFile()
  return forThisFile(async () => {
    const { databases, databaseUrl: administratorUrl, url: eventStoreUrl } = node
    const place = { databaseUrl: databases.command, eventStoreUrl, vaultKey: Buffer.alloc(32, 7) }
    const log = await openLog(place)
    return { ...log, administratorUrl, eventsOf: readerOf(log.eventStore) }
  })
}

/** Reads each event once; those who ask at the same time share the reading. */
function readerOf(eventStore: EventStore) {
  const ofCompany = new Map<string, StoredEvent[]>()
  let position = START_OF_LOG
  let last = Promise.resolve()
  let next: Promise<void> | undefined

  async function readOn() {
    next = undefined
    for await (const event of eventStore.readLog(position)) {
      const companyId = String(event.metadata['companyId'])
      const events = ofCompany.get(companyId) ?? []
      events.push(event)
      ofCompany.set(companyId, events)
      position = event.position
    }
  }

  return async (companyId: string) => {
    if (next === undefined) {
      next = last.then(readOn)
      last = next
    }
    await next
    return [...(ofCompany.get(companyId) ?? [])]
  }
}
