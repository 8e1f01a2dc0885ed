import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { LONGEST_WAIT_MS } from './patience.ts'
import type { SystemAddresses } from './system.ts'

interface Place {
  readonly databaseUrl: string
  readonly eventStoreUrl: string
  readonly vaultKey: Buffer
}

/** A log, and the vault with the keys to read it; whoever opens them closes them. */
export async function openLog({ databaseUrl, eventStoreUrl, vaultKey }: Place) {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 8, name: 'test' })
  const vault = await openVault(pool, vaultKey)
  // A busy machine answers late.
  const eventStore = connectEventStore({
    url: eventStoreUrl,
    logger: silentLogger,
    macs: vault.eventMacs,
    resolveWithinMs: LONGEST_WAIT_MS,
  })
  const close = async () => {
    await eventStore.close()
    await pool.end()
  }
  return { pool, vault, eventStore, close }
}

/** Work on a running system's log, with the keys to read it. */
export async function withLog<Result>(
  system: Pick<SystemAddresses, 'databaseUrl' | 'eventStoreUrl' | 'vaultKey'>,
  work: (log: { readonly eventStore: EventStore; readonly vault: Vault }) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, eventStoreUrl } = system
  const vaultKey = Buffer.from(system.vaultKey, 'hex')
  const log = await openLog({ databaseUrl, eventStoreUrl, vaultKey })
  try {
    return await work(log)
  } finally {
    await log.close()
  }
}
