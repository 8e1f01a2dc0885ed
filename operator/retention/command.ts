import { setTimeout as pause } from 'node:timers/promises'
import { isRecordId } from '#kernel/domain/ids.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { CommandError, command, commandGroup, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { type Progress, progressOn } from '#kernel/platform/cli/progress.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { requiredFile } from '#kernel/platform/vault/destroyed-key-list.ts'
import { tablesOfPeople } from '#kernel/records/records.ts'
import { clearAway, refuseParked, untilShown } from '../forget-person/emptied-tables.ts'
import { dueNow, endRetention, type Listener, type RetentionRun, type Running } from './run.ts'
import type { DueKey } from './sealed-data.ts'

/** Within this time every process has dropped what it remembers. */
const REMEMBERED_FOR_MS = 1_000

/** Why data of a purpose is kept, and until when. */
const laws = {
  fiscal: 'VUK 253; TTK 82; law 5549, article 8',
  customer: 'law 5549, article 8',
} as const

const runCommand = command(
  'run',
  (declared) =>
    declared
      .description(
        'Destroys personal data that the law no longer requires: prints a line of JSON for each key, and their sum. DATABASE_URL is the address of an administrator. When it is interrupted, the same command goes on.',
      )
      .option('--company <id>', 'only of this company')
      .option('--dry-run', 'only prints what would be destroyed'),
  ({ options: { company, dryRun = false } }, terminal) => {
    const { environment, stdout, stderr } = terminal
    const wanted = orderOf(company, environment)
    // It completes what an interrupted run has listed.
    const address = { ...findSystem(environment, 'administrator'), destroyedKeys: null }
    const file = requiredFile(environment)
    return withSystem(
      address,
      async (system) => {
        const order = { ...wanted, now: (await commonClock(system.pool))() }
        const progress = progressOn(stderr)
        const report = reportOn(stdout, order, dryRun)
        const listener = listenerOf(progress, report.line)
        try {
          if (dryRun) await preview(system, order, { listener, line: report.line })
          else await end(system, order, { file, listener })
        } finally {
          progress.end()
        }
        await report.end()
        if (dryRun) return 0
        stderr.write(`Backups from before bring it back unless restored with ${file}.\n`)
        await refuseParked(system.pool, order.companyId)
        return 0
      },
      'end of a retention',
    )
  },
)

type WriteLine = (due: DueKey) => Promise<void>

const listenerOf = (progress: Progress, line: WriteLine): Listener => ({
  reading: (head) => progress.beginLog('log', head),
  read: progress.reach,
  found: (count) => progress.begin('keys', count),
  ended(due) {
    progress.advance()
    return line(due)
  },
})

interface Previewing {
  readonly listener: Listener
  readonly line: WriteLine
}

async function preview(system: System, order: RetentionRun, { listener, line }: Previewing) {
  for (const due of await dueNow(system, order, listener)) await line(due)
}

async function end(system: System, order: RetentionRun, running: Running) {
  const position = await endRetention(system, order, running)
  if (position !== undefined) {
    await pause(REMEMBERED_FOR_MS)
    await untilShown(system.pool, position)
  }
  // Also after a run that was killed before it came to this.
  await clearAway(system.pool, tablesOfPeople)
}

export const retentionCommand = commandGroup(
  'retention',
  'Ends the retention of personal data when its period is over.',
  [runCommand],
)

function orderOf(company: string | undefined, environment: Environment): Omit<RetentionRun, 'now'> {
  const companyId = company?.toLowerCase() ?? null
  if (companyId !== null && !isRecordId(companyId)) {
    throw new CommandError('--company must be the id of a company.')
  }
  const read = settingsFrom(environment)
  const fiscalYears = read(settings.RETENTION_FISCAL_YEARS)
  const masakYears = read(settings.RETENTION_MASAK_YEARS)
  return { companyId, periods: { fiscalYears, masakYears } }
}

/** Evidence of what was destroyed, why, and until when it had to be kept. It names no person. */
function reportOn(stdout: Terminal['stdout'], { periods, now }: RetentionRun, dryRun: boolean) {
  const persons = new Set<string>()
  const records: Record<string, number> = {}
  const keys = new Set<string>()
  const write = (line: object) =>
    new Promise<void>((written) => stdout.write(jsonLine(line), () => written()))

  return {
    line: ({ id: keyId, companyId, personRef, purpose, lastActivity, until, streams }: DueKey) => {
      keys.add(keyId)
      persons.add(`${companyId} ${personRef}`)
      const counts = countsOf(streams)
      for (const [kind, count] of Object.entries(counts)) {
        records[kind] = (records[kind] ?? 0) + count
      }
      const because = laws[purpose]
      const what = { companyId, personRef, purpose, keyId, records: counts }
      return write({ ...what, lastActivity, keptUntil: until, because })
    },
    end: () =>
      write({
        dryRun,
        asOf: new Date(now).toISOString(),
        ...periods,
        persons: persons.size,
        keys: keys.size,
        records,
      }),
  }
}

const countsOf = (streams: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(streams, categoryOf)].map(([kind, { length }]) => [kind, length]),
  )
