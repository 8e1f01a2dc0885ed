import { CommandError } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem, type SystemAddress } from '#kernel/platform/cli/find-system.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'

/** Connects for as long as the work takes, as the process that delivers does. */
export function onWebhooks<Result>(
  environment: Environment,
  work: (system: System) => Promise<Result>,
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
export const onSystem = <Result>(
  address: SystemAddress,
  work: (system: System) => Promise<Result>,
): Promise<Result> => withSystem(address, work, 'sarraf webhooks cli')
