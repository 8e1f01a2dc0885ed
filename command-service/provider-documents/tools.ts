import type { System } from '../operator/connect.ts'
import type { Tools } from './document-kind.ts'
import type { ProviderSettings } from './settings.ts'

export function toolsFor(system: System, settings: ProviderSettings): Tools {
  const { eventStore, vault } = system
  return { system, settings, log: { eventStore, vault, now: () => Date.now() } }
}
