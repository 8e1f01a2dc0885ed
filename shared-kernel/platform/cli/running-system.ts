import type pg from 'pg'
import { withConnections } from '#kernel/platform/cli/connections.ts'
import type { SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'

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
  name = 'sarraf-operator',
): Promise<Result> {
  const { databaseUrl } = address
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 4, name })
  return withConnections(address, { pool, openVault }, (connections) =>
    work({ pool, databaseUrl, ...connections }),
  )
}
