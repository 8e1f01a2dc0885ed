import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { LONGEST_WAIT_MS } from './patience.ts'
import type { SystemAddresses } from './system.ts'

type Place = Pick<SystemAddresses, 'databaseUrl' | 'eventStoreUrl' | 'vaultKey'>

/** Work on a running system's log, with the keys to read it. */
export async function withLog<Result>(
  { databaseUrl, eventStoreUrl, vaultKey }: Place,
  work: (log: { readonly eventStore: EventStore; readonly vault: Vault }) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  const vault = await openVault(pool, Buffer.from(vaultKey, 'hex'))
  const macs = vault.eventMacs
  const eventStore = connectEventStore({
    url: eventStoreUrl,
    logger: silentLogger,
    macs,
    resolveWithinMs: LONGEST_WAIT_MS,
  })
  try {
    return await work({ eventStore, vault })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}
