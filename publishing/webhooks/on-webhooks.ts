import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { withConnections } from '#kernel/platform/cli/connections.ts'
import { findSystem, type SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'

/** A running system, as the commands about webhooks use it. */
export interface WebhookSystem {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly pool: pg.Pool
}

/** Connects for as long as the work takes, as the process that delivers does. */
export function onWebhooks<Result>(
  environment: Environment,
  work: (system: WebhookSystem) => Promise<Result>,
): Promise<Result> {
  return onSystem(findSystem(environment, 'webhooks'), async (system) => {
    const { rows } = await system.pool.query<{ made: string | null }>(
      `select to_regclass('webhooks.delivery')::text as made`,
    )
    if (rows[0]?.made === null) {
      throw new CommandError('The process that delivers webhooks has never run: start it first.')
    }
    return work(system)
  })
}

/** The same for a system at an address, whether or not it delivers webhooks. */
export function onSystem<Result>(
  address: SystemAddress,
  work: (system: WebhookSystem) => Promise<Result>,
): Promise<Result> {
  const options = { logger: silentLogger, max: 2, name: 'sarraf webhooks cli' }
  const pool = openPool(address.databaseUrl, options)
  return withConnections(address, { pool, openVault }, (connections) =>
    work({ pool, ...connections }),
  )
}
