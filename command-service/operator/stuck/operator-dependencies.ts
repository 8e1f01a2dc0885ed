import type { Searching } from '#command/provider-documents/stuck.ts'
import { readModelsIn } from '#command/read-models.ts'
import type { System } from '../connect.ts'
import type { ProviderSettings } from './settings.ts'

/** What it takes to find documents and to settle them. */
export interface OperatorDependencies extends Searching {
  readonly system: System
  readonly settings: ProviderSettings
}

export function operatorDependencies(
  system: System,
  settings: ProviderSettings,
): OperatorDependencies {
  const { eventStore, vault, pool } = system
  const { deadlineMs } = settings
  const log = { eventStore, vault, now: () => Date.now() }
  return { system, settings, readModels: readModelsIn(pool), deadlineMs, log }
}
