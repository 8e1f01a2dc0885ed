import type { Registry } from 'prom-client'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import type { ListInUse } from '#command/sanction-checks/lists-in-use.ts'
import { exposeLabelled } from '#kernel/platform/process/gauge.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { freshSince, type SourceStates } from './source-states.ts'

interface Observed {
  readonly states: SourceStates
  readonly sources: readonly SanctionSource[]
  readonly inUse: () => ReadonlyMap<
    ListName,
    Pick<ListInUse, 'version' | 'importedAt' | 'entryCount'>
  >
  readonly now: () => number
}

/** The age of each list in use, and whether its source fails; NaN when the database does not answer. */
export function exposeLists(registry: Registry, { states, sources, inUse, now }: Observed): void {
  const age = labelled(
    'sarraf_sanction_list_age_seconds',
    'Time since the version in use was last known to be the newest: imported, or confirmed by its source',
  )
  exposeLabelled(registry, age, async () => {
    const known = await states.all().catch(() => undefined)
    return Array.from(inUse(), ([list, version]) => {
      const since = known && freshSince(version, known.get(list)).getTime()
      return [{ list }, since === undefined ? Number.NaN : Math.max(0, now() - since) / 1_000]
    })
  })
  const entries = labelled('sarraf_sanction_list_entries', 'Entries of the version in use')
  exposeLabelled(registry, entries, () =>
    Array.from(inUse(), ([list, { entryCount }]) => [{ list }, entryCount]),
  )
  const failing = labelled(
    'sarraf_sanction_list_update_failing',
    'Whether the last answer of the list’s source could not be used',
  )
  exposeLabelled(registry, failing, async () => {
    const known = await states.all().catch(() => undefined)
    return sources.map(({ list }) => {
      const fails = known && Number(known.get(list)?.failure != null)
      return [{ list }, fails ?? Number.NaN]
    })
  })
}

const labelled = (name: string, help: string) => ({ name, help, labelNames: ['list'] as const })
