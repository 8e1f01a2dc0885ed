import { withConnections } from '#kernel/platform/cli/connections.ts'
import type { SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import type { ProjectionSources } from '#projections/runtime/rebuild/builder.ts'

const CONNECTIONS = 2

/** The connections that these commands use. */
export interface ProjectionSystem extends ProjectionSources {
  readonly eventStore: EventStore
}

/** Connects for the duration of the work. Reports a missing part of the system in one line. */
export async function withSystem<Result>(
  address: SystemAddress,
  work: (system: ProjectionSystem) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = address
  const logger = silentLogger
  const pool = openPool(databaseUrl, { logger, max: CONNECTIONS, name: 'sarraf projections cli' })
  return withConnections(address, { pool, openVault: openVaultToRead }, (connections) =>
    work({ definition: readModels, databaseUrl, logger, ...connections }),
  )
}
