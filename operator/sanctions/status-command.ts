import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { latestOf } from '#command/sanction-lists/import-list.ts'
import { shownUrl } from '#command/sanction-lists/sources/download.ts'
import {
  freshSince,
  type SourceState,
  sourceStatesIn,
} from '#command/sanction-lists/sources/source-states.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem, sanctionSourcesOf } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'

const HOUR_MS = 3_600_000
export const statusCommand = command(
  'status',
  (declared) =>
    declared.description('Shows the version in use of each list, its age, and its source.'),
  async (_, { environment, stdout }) => {
    const address = findSystem(environment, 'command')
    const sources = sanctionSourcesOf(environment, address)
    return withSystem(address, async (system) => {
      const states = await (await sourceStatesIn(system.pool)).all()
      for (const list of SANCTION_LISTS) {
        const source = sources.find((each) => each.list === list)
        stdout.write(jsonLine(await statusOf(system, list, { state: states.get(list), source })))
      }
      return 0
    })
  },
)

interface Known {
  readonly state: SourceState | undefined
  readonly source: SanctionSource | undefined
}

async function statusOf(system: System, list: ListName, { state, source }: Known) {
  const latest = (await latestOf(system, list))?.data
  const fresh = latest && freshSince(latest, state)
  return {
    list,
    version: latest?.version ?? null,
    entries: latest?.rows ?? 0,
    skipped: latest?.skippedRows ?? 0,
    importedAt: latest?.importedAt ?? null,
    /** When this version was last known to be the newest. */
    freshAt: fresh?.toISOString() ?? null,
    ageHours: fresh === undefined ? null : hoursSince(fresh),
    source: source === undefined ? null : shownUrl(new URL(source.url)),
    checkedAt: state?.checkedAt?.toISOString() ?? null,
    failure: state?.failure?.message ?? null,
    failingSince: state?.failure?.since.toISOString() ?? null,
  }
}

const hoursSince = (moment: Date) =>
  Math.max(0, Math.round(((Date.now() - moment.getTime()) / HOUR_MS) * 10) / 10)
