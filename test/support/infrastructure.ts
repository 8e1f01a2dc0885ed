import type { Pool } from 'pg'
import { beforeAll } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { eventStoreNodeForThisFile } from './event-store.ts'
import { LONGEST_WAIT_MS } from './patience.ts'

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
  let infrastructure: Infrastructure | undefined
  beforeAll(async () => {
    const pool = openPool(node.databases.command, { logger: silentLogger, max: 4, name: 'test' })
    const vault = await openVault(pool, Buffer.alloc(32, 7))
    const eventStore = connectEventStore({
      url: node.url,
      logger: silentLogger,
      macs: vault.eventMacs,
      resolveWithinMs: LONGEST_WAIT_MS,
    })
    infrastructure = {
      eventStore,
      vault,
      pool,
      administratorUrl: node.databaseUrl,
      eventsOf: readerOf(eventStore),
    }
    return async () => {
      await eventStore.close()
      await pool.end()
    }
  })
  return () => {
    if (infrastructure === undefined)
      throw new Error('the infrastructure begins before the first test')
    return infrastructure
  }
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
