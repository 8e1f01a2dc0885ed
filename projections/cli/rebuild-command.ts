import {
  type Command,
  CommandError,
  type Terminal,
  WrongUsage,
} from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { CannotRebuild } from '#projections/runtime/rebuild/cannot-rebuild.ts'
import { type RebuildOrder, type Rebuilt, rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import { PROJECTION } from '#projections/runtime/rebuild/schemas.ts'
import { rebuildBar } from './rebuild-bar.ts'
import { withSystem } from './system.ts'

const ACCEPT = '--accept-differences'

export const rebuildCommand: Command = {
  parameters: `[NAME] [${ACCEPT}]`,
  does: [
    'Builds the tables anew beside those that are served, compares the two, and switches; run again',
    'after a crash it goes on. Tables of the same version must hold the same: else nothing is',
    `switched (exit 1), unless ${ACCEPT} is given. What was served before stays: see back.`,
  ].join('\n      '),
  run: (parameters, terminal) => run('next', parameters, terminal),
}

export const backCommand: Command = {
  parameters: `[NAME] [${ACCEPT}]`,
  does: [
    'Goes back to the tables that were served before the last switch: they catch up, are compared,',
    'and are switched to. They must be of the version of this program.',
  ].join('\n      '),
  run: (parameters, terminal) => run('previous', parameters, terminal),
}

async function run(
  from: RebuildOrder['from'],
  parameters: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { environment, stdout, stderr } = terminal
  const acceptDifferences = parameters.includes(ACCEPT)
  const names = parameters.filter((parameter) => parameter !== ACCEPT)
  if (names.length > 1 || names.some((name) => name.startsWith('-'))) throw new WrongUsage()
  const [serving = PROJECTION] = names
  if (serving !== PROJECTION) {
    throw new CommandError(`There is no projection ${serving}; there is ${PROJECTION}.`)
  }
  const bar = rebuildBar(stderr)
  const startedAt = performance.now()
  const stop = new AbortController()
  const order = { serving, from, acceptDifferences, stop: stop.signal, watch: bar }
  try {
    const rebuilt = await withSystem(findSystem(environment), (system) => rebuild(system, order))
    bar.end()
    const seconds = Math.round(performance.now() - startedAt) / 1_000
    for (const line of explained(rebuilt)) stderr.write(`${line}\n`)
    stdout.write(`${JSON.stringify(summary(rebuilt, seconds))}\n`)
    return rebuilt.outcome === 'switched' ? 0 : 1
  } catch (error) {
    bar.end()
    if (error instanceof CannotRebuild) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

/** Values may be personal: rows are named by their keys, and the columns that differ. */
function explained({ outcome, comparison, parked }: Rebuilt): readonly string[] {
  const examples = (comparison?.examples ?? []).map(
    ({ table, key, kind, columns }) =>
      `${table} ${key.join(' ')}: ${kind}${columns.length > 0 ? ` in ${columns.join(', ')}` : ''}`,
  )
  const counts = (comparison?.tables ?? [])
    .filter(({ missing, surplus, changed }) => missing + surplus + changed > 0)
    .map(
      ({ table, rows, missing, surplus, changed }) =>
        `${table}: of ${rows} rows ${changed} are other ones, ${missing} are gone, ${surplus} are new`,
    )
  return [...examples, ...counts, ...refusalOf(outcome, parked)]
}

function refusalOf(outcome: Rebuilt['outcome'], parked: number): readonly string[] {
  if (outcome === 'parked') {
    return [`Not switched: ${parked} companies are parked in the new tables (status tells why).`]
  }
  if (outcome !== 'differs') return []
  return [
    `Not switched: the tables differ although the version is the same. What is served was changed by hand, or a projector was, without its version; ${ACCEPT} switches all the same.`,
  ]
}

const summary = (
  { outcome, version, replaces, events, parked, ...rest }: Rebuilt,
  seconds: number,
) => ({
  name: PROJECTION,
  outcome,
  version,
  replaces: replaces.join('+'),
  position: Number(rest.switched?.position ?? rest.comparison?.position ?? 0n),
  events,
  rows: rest.comparison?.rows ?? 0,
  differences: rest.comparison?.differences ?? 0,
  parked,
  seconds,
  writerWaitedMs: Math.round(
    Math.max(rest.comparison?.writerWaitedMs ?? 0, rest.switched?.writerWaitedMs ?? 0),
  ),
  readersWaitedMs: Math.round(rest.switched?.readersWaitedMs ?? 0),
})
