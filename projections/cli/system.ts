import { withConnections } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import type { ProjectionSources } from '#projections/runtime/rebuild/builder.ts'

/** The connections that these commands use. */
export interface ProjectionSystem extends ProjectionSources {
  readonly eventStore: EventStore
}

/** Connects for the duration of the work. Reports a missing part of the system in one line. */
export async function withSystem<Result>(
  environment: Environment,
  work: (system: ProjectionSystem) => Promise<Result>,
): Promise<Result> {
  const connecting = { name: 'sarraf projections cli', openVault: openVaultToRead }
  return withConnections(findSystem(environment, 'projections'), connecting, (system) =>
    work({ definition: readModels, logger: silentLogger, ...system }),
  )
}
