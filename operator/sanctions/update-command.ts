import { setTimeout as pause } from 'node:timers/promises'
import { Option } from '@commander-js/extra-typings'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { sourceStatesIn } from '#command/sanction-lists/sources/source-states.ts'
import { updateLists, updatesUnderLease } from '#command/sanction-lists/sources/update-lists.ts'
import { failureOf, summaryOf } from '#command/sanction-lists/sources/update-report.ts'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem, sanctionSourcesOf } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'
import { untilInUse } from './until-in-use.ts'

const WAITS_AT_MOST_MS = 20 * 60_000
const TRY_AGAIN_MS = 250

export const updateCommand = command(
  'update',
  (declared) =>
    declared
      .description('Fetches the sanction lists from the addresses of SANCTION_SOURCES.')
      .addOption(new Option('--list <name>', 'only this list').choices(SANCTION_LISTS)),
  async ({ options: { list } }, terminal) => {
    const address = findSystem(terminal.environment, 'command')
    const sources = sanctionSourcesOf(terminal.environment, address).filter(
      (source) => list === undefined || source.list === list,
    )
    if (sources.length === 0) {
      throw new CommandError(`SANCTION_SOURCES names no address of ${list ?? 'a list'}.`)
    }
    return withSystem(address, (system) => updateAll(system, sources, terminal))
  },
)

async function updateAll(
  system: System,
  sources: readonly SanctionSource[],
  { stdout, stderr }: Terminal,
): Promise<number> {
  const underLease = await updatesUnderLease(system.pool, silentLogger)
  const states = await sourceStatesIn(system.pool)
  const tell = (list: ListName, line: string) => void stderr.write(`${list}: ${line}\n`)
  const update = async (signal: AbortSignal) => {
    let failures = 0
    for await (const each of updateLists({ system, states, tell, signal }, sources)) {
      if (each.outcome === 'failed') {
        failures += 1
        tell(each.list, failureOf(each, sources))
      } else {
        await untilInUse(system.pool, each.position)
        stdout.write(jsonLine(summaryOf(each)))
      }
    }
    return failures === 0 ? 0 : 1
  }
  return onceItIsFree(
    () => underLease(update),
    () => stderr.write('Another process is updating the lists. Waiting for it.\n'),
  )
}

/** A service that has just begun reads a long list for minutes. */
async function onceItIsFree<Result>(
  attempt: () => Promise<Result | undefined>,
  tell: () => void,
): Promise<Result> {
  const until = performance.now() + WAITS_AT_MOST_MS
  for (let attempts = 1; ; attempts++) {
    const result = await attempt()
    if (result !== undefined) return result
    if (attempts === 1) tell()
    if (performance.now() > until)
      throw new CommandError('The other process does not come to an end.')
    await pause(TRY_AGAIN_MS)
  }
}
