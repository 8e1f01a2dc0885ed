import { Option } from '@commander-js/extra-typings'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { LISTS_FOLLOWER } from '#command/sanction-checks/lists-in-use.ts'
import { command, type Terminal } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { jsonLine } from '#kernel/platform/json-line.ts'
import { lagging, waitForCatchUp } from '../catch-up.ts'
import { type System, withSystem } from '../connect.ts'
import { openSource, type Source } from '../import/source.ts'
import { inOneLine } from '../import/wording.ts'
import { importList } from './import-list.ts'
import { isProvenOn } from './proof-report.ts'
import { type Remark, type SurveyedList, surveyList } from './survey-list.ts'

/** A large list takes its time to be loaded. */
const LOADED_WITHIN_MS = 120_000

const lists: readonly ListName[] = ['masak', 'wanted', 'pep']

export const importCommand = command(
  'import',
  (declared) =>
    declared
      .description('Replaces a sanction list, as one version.')
      .argument(
        '<file>',
        'OpenSanctions CSV, MASAK workbook (.xlsx, CSV) or UN XML; - reads standard input',
      )
      .addOption(new Option('--list <name>').choices(lists).makeOptionMandatory())
      .option('--skip-bad-rows', 'takes what can be read'),
  async ({ args: [file], options: { list, skipBadRows = false } }, terminal) => {
    const address = findSystem(terminal.environment, 'command')
    const source = await openSource(file, terminal.stdin)
    try {
      const survey = await surveyed(source, skipBadRows, terminal)
      if (survey === undefined) return 1
      return await withSystem(address, (system) =>
        importInto(system, { list, source, survey }, terminal),
      )
    } finally {
      await source.close()
    }
  },
)

/** Undefined if the file is refused; standard error says why. */
async function surveyed(
  source: Source,
  skipsBadRows: boolean,
  { stderr }: Terminal,
): Promise<SurveyedList | undefined> {
  const survey = await surveyList(source, (remark) => stderr.write(told(remark)))
  if (survey === undefined) return undefined
  if (survey.badRows > 0 && !skipsBadRows) {
    stderr.write('Nothing was imported. --skip-bad-rows takes the other rows.\n')
    return undefined
  }
  if (survey.entries > 0) return survey
  stderr.write('line 1: file: has no entries\n')
  return undefined
}

function told({ kind, place, fault: { field, wrong } }: Remark): string {
  const words = `${place}: ${field}: ${wrong}`
  return `${inOneLine(kind === 'warning' ? `warning: ${words}` : words)}\n`
}

interface Order {
  readonly list: ListName
  readonly source: Source
  readonly survey: SurveyedList
}

async function importInto(
  system: System,
  order: Order,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const { list, survey } = order
  const proves = () => isProvenOn(stderr, survey)
  const imported = await importList(system, { ...order, proves })
  if (imported.outcome === 'refused') return 1
  const { outcome, version, rows, position } = imported
  await untilInUse(system, position)
  const unchanged = outcome === 'unchanged'
  const summary = { list, version, rows, skipped: survey.badRows, unchanged }
  stdout.write(jsonLine(summary))
  return 0
}

/** A command service publishes its position only after it has loaded the lists up to there. */
const untilInUse = ({ pool }: System, position: LogPosition) =>
  waitForCatchUp(
    async () =>
      (await livingFollowers(pool))
        .filter(
          (follower) =>
            follower.name.startsWith(`${LISTS_FOLLOWER}/`) && follower.position < position,
        )
        .map((follower) => lagging(follower.name, follower.position)),
    { standstillMs: LOADED_WITHIN_MS, done: 'The list is recorded, but not everywhere in use' },
  )
