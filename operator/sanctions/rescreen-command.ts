import { Option } from '@commander-js/extra-typings'
import type { Log } from '#command/event-sourcing/log.ts'
import { companyRecordsIn } from '#command/providers/company-records/read-model.ts'
import { recordedCustomersIn } from '#command/providers/customers/recorded.ts'
import { sanctionListsIn } from '#command/providers/sanction-lists/in-vault.ts'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { screenedCustomersIn } from '#command/providers/screened-customers/read-model.ts'
import { readModelsIn } from '#command/read-models.ts'
import { companyThresholds } from '#command/sanction-checks/company-threshold.ts'
import { type NewEntries, newEntries } from '#command/sanction-checks/new-entries.ts'
import { rescreen } from '#command/sanction-checks/rescreening.ts'
import { lastRescreened, recordRun } from '#command/sanction-checks/run-record.ts'
import { latestVersion, versionsSince } from '#command/sanction-lists/import-list.ts'
import { command } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { dateOption } from '#kernel/platform/cli/options.ts'
import { type Progress, progressOn } from '#kernel/platform/cli/progress.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'

export const rescreenCommand = command(
  'rescreen',
  (declared) =>
    declared
      .description('Compares all customers with what is new in the lists, and records the matches.')
      .option(
        '--since <date>',
        'new since then; otherwise since the last run of this command',
        dateOption,
      )
      .addOption(new Option('--list <name>', 'only this list').choices(SANCTION_LISTS)),
  async ({ options: { since, list } }, { environment, stdout, stderr }) => {
    const progress = progressOn(stderr)
    try {
      return await withSystem(findSystem(environment, 'command'), async (system) => {
        const asked = list === undefined ? SANCTION_LISTS : [list]
        for (const run of await runOver(system, { lists: asked, since, progress })) {
          stdout.write(jsonLine(run))
        }
        return 0
      })
    } finally {
      progress.end()
    }
  },
)

interface RescreeningRun {
  readonly lists: readonly ListName[]
  readonly since: Date | undefined
  readonly progress: Progress
}

async function runOver(system: System, { lists: asked, since, progress }: RescreeningRun) {
  const { eventStore, vault, pool } = system
  const log: Log = { eventStore, vault, now: await commonClock(pool) }
  const readModels = readModelsIn(pool)
  const customers = screenedCustomersIn(readModels)
  const compared: NewEntries[] = []
  for (const list of asked) {
    const version = await latestVersion(system, list)
    if (version === undefined) continue
    const before = await versionsSince(system, list, await beginningOf(log, list, since))
    compared.push(await newEntries(await sanctionListsIn(pool), { list, version, since: before }))
  }
  progress.begin('customers', await customers.count())
  const done = await rescreen({
    log,
    customers,
    records: companyRecordsIn(readModels, recordedCustomersIn(log)),
    thresholdOf: companyThresholds(log),
    lists: compared,
    advance: progress.advance,
  })
  const runs = compared.map(({ list, version, since: before, entries }) => ({
    list,
    version,
    since: before,
    entries: entries.length,
    customers: done.customers,
    matched: done.matched.get(list) ?? 0,
    completedAt: new Date(log.now()).toISOString(),
  }))
  for (const run of runs) await recordRun(log, run)
  return runs
}

async function beginningOf(
  log: Log,
  list: ListName,
  since: Date | undefined,
): Promise<Parameters<typeof versionsSince>[2]> {
  if (since !== undefined) return ({ importedAt }) => Date.parse(importedAt) <= since.getTime()
  const run = await lastRescreened(log, list)
  // The list may have gone back to it since.
  return ({ version }, position) => version === run.version && position < run.position
}
