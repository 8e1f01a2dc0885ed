import {
  type CliCommand,
  CommandError,
  command,
  type Terminal,
} from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import type { RebuildOrder } from '#projections/runtime/rebuild/order.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import { type Rebuilt, summaryOf } from '#projections/runtime/rebuild/rebuilt.ts'
import { rebuildBar } from './rebuild-bar.ts'
import { withSystem } from './system.ts'

export const rebuildCommand = rebuildFrom(
  'rebuild',
  'next',
  'Builds new tables next to the served ones, compares both, and switches. Run again after a crash, it continues. If tables of the same version differ, it does not switch (exit 1). The tables served before are kept: see back.',
)

export const backCommand = rebuildFrom(
  'back',
  'previous',
  'Switches back to the tables that were served before the last switch, after they have caught up and were compared. Their version must be that of this program.',
)

function rebuildFrom(name: string, from: RebuildOrder['from'], description: string): CliCommand {
  return command(
    name,
    (declared) =>
      declared
        .description(description)
        .argument('[projection]', 'the projection', readModels.name)
        .option('--accept-differences', 'switch even if the tables differ'),
    ({ args: [serving], options: { acceptDifferences = false } }, terminal) =>
      run({ serving, from, acceptDifferences }, terminal),
  )
}

type Order = Pick<RebuildOrder, 'serving' | 'from' | 'acceptDifferences'>

async function run(wanted: Order, { environment, stdout, stderr }: Terminal): Promise<number> {
  const { serving } = wanted
  if (serving !== readModels.name) {
    throw new CommandError(`There is no projection ${serving}; there is ${readModels.name}.`)
  }
  const bar = rebuildBar(stderr)
  const startedAt = performance.now()
  const stop = new AbortController()
  const order = { ...wanted, stop: stop.signal, watch: bar }
  try {
    const rebuilt = await withSystem(environment, (system) => rebuild(system, order))
    bar.end()
    const seconds = Math.round(performance.now() - startedAt) / 1_000
    for (const line of explained(rebuilt)) stderr.write(`${line}\n`)
    stdout.write(jsonLine({ name: readModels.name, ...summaryOf(rebuilt), seconds }))
    return rebuilt.outcome === 'switched' ? 0 : 1
  } catch (error) {
    bar.end()
    if (error instanceof CannotRebuild) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

/** Names rows by their keys and columns only, because values may be personal. */
function explained({ outcome, comparison, parked }: Rebuilt): readonly string[] {
  const examples = (comparison?.examples ?? []).map(
    ({ table, key, kind, columns }) =>
      `${table} ${key.join(' ')}: ${kind}${columns.length > 0 ? ` in ${columns.join(', ')}` : ''}`,
  )
  const counts = (comparison?.tables ?? [])
    .filter(({ missing, surplus, changed }) => missing + surplus + changed > 0)
    .map(
      ({ table, rows, missing, surplus, changed }) =>
        `${table}: of ${rows} rows, ${changed} are changed, ${surplus} go, ${missing} are new`,
    )
  return [...examples, ...counts, ...refusalOf(outcome, parked)]
}

function refusalOf(outcome: Rebuilt['outcome'], parked: number): readonly string[] {
  if (outcome === 'parked') {
    return [`Not switched: ${parked} companies are parked in the new tables (status shows why).`]
  }
  if (outcome !== 'differs') return []
  return [
    'Not switched: the tables differ, but their version is the same. Either the served tables were changed by hand, or a projector was changed without its version. Use --accept-differences to switch anyway.',
  ]
}
