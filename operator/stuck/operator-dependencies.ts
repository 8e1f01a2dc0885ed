import type { Searching } from '#command/provider-documents/stuck.ts'
import { readModelsIn } from '#command/read-models.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import type { ProviderSettings } from './settings.ts'

/** What it takes to find documents and to settle them. */
export interface OperatorDependencies extends Searching {
  readonly system: System
  readonly settings: ProviderSettings
}

/** Deadlines are measured by the clock that recorded the attempts, whatever the operator's machine has. */
export async function operatorDependencies(
  system: System,
  settings: ProviderSettings,
  clock?: () => number,
): Promise<OperatorDependencies> {
  const { eventStore, vault, pool } = system
  const { deadlineMs } = settings
  const log = { eventStore, vault, now: await commonClock(pool, clock) }
  return { system, settings, readModels: readModelsIn(pool), deadlineMs, log }
}
