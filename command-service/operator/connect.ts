import type pg from 'pg'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import type { SystemAddress } from './find-system.ts'
import { OperatorError } from './operator-error.ts'

/** A running system, as the operator's commands use it. */
export interface System {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly databaseUrl: string
}

/** Connects for as long as the work takes; what is not there is said in one line. */
export async function withSystem<Result>(
  address: SystemAddress,
  work: (system: System) => Promise<Result>,
): Promise<Result> {
  const logger = silentLogger
  const { databaseUrl } = address
  const pool = openPool(databaseUrl, { logger, max: 4, name: 'sarraf-operator' })
  const eventStore = connectEventStore({ url: address.eventStoreUrl, logger })
  try {
    await attempt(pool.query('select 1'), 'The database does not answer: is the system running?')
    await attempt(eventStore.headOfLog(), 'The event store does not answer: is the system running?')
    const vault = await attempt(
      openVault(pool, address.vaultKey),
      'The vault does not open: VAULT_KEY (vault.key) is not the one it was made with.',
    )
    return await work({ eventStore, vault, pool, databaseUrl })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}

async function attempt<Value>(step: Promise<Value>, otherwise: string): Promise<Value> {
  try {
    return await step
  } catch (error) {
    throw new OperatorError(otherwise, { cause: error })
  }
}
