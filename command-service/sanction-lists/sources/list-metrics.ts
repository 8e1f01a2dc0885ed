import { Gauge, type Registry } from 'prom-client'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import type { ListInUse } from '#command/sanction-checks/lists-in-use.ts'
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
  const labelled = (name: string, help: string) => ({
    name,
    help,
    labelNames: ['list' as const],
    registers: [registry],
  })
  const age: Gauge<'list'> = new Gauge({
    ...labelled(
      'sarraf_sanction_list_age_seconds',
      'Time since the version in use was last known to be the newest: imported, or confirmed by its source',
    ),
    async collect() {
      const known = await states.all().catch(() => undefined)
      for (const [list, version] of inUse()) {
        const since = known && freshSince(version, known.get(list)).getTime()
        age.set({ list }, since === undefined ? Number.NaN : Math.max(0, now() - since) / 1_000)
      }
    },
  })
  const entries: Gauge<'list'> = new Gauge({
    ...labelled('sarraf_sanction_list_entries', 'Entries of the version in use'),
    collect() {
      for (const [list, { entryCount }] of inUse()) entries.set({ list }, entryCount)
    },
  })
  const failing: Gauge<'list'> = new Gauge({
    ...labelled(
      'sarraf_sanction_list_update_failing',
      'Whether the last answer of the list’s source could not be used',
    ),
    async collect() {
      const known = await states.all().catch(() => undefined)
      for (const { list } of sources) {
        const fails = known && Number(known.get(list)?.failure != null)
        failing.set({ list }, fails ?? Number.NaN)
      }
    },
  })
}
