import { Option } from '@commander-js/extra-typings'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { importList } from '#command/sanction-lists/import-list.ts'
import { isFoundInItself } from '#command/sanction-lists/proof-report.ts'
import { sourceStatesIn } from '#command/sanction-lists/sources/source-states.ts'
import { type SurveyedList, surveyList } from '#command/sanction-lists/survey-list.ts'
import { tellingByKind } from '#command/sanction-lists/told-lines.ts'
import { command, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { openSource, type Source } from '#kernel/platform/cli/source.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'
import { untilInUse } from './until-in-use.ts'

export const importCommand = command(
  'import',
  (declared) =>
    declared
      .description('Replaces a sanction list, as one version.')
      .argument(
        '<file>',
        'OpenSanctions CSV, MASAK workbook (.xlsx, CSV) or UN XML; - reads standard input',
      )
      .addOption(new Option('--list <name>').choices(SANCTION_LISTS).makeOptionMandatory())
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
  const told = tellingByKind(lineOn(stderr))
  const survey = await surveyList(source, told.remark)
  told.end()
  if (survey === undefined) return undefined
  if (survey.badRows > 0 && !skipsBadRows) {
    stderr.write('Nothing was imported. --skip-bad-rows takes the other rows.\n')
    return undefined
  }
  if (survey.entries > 0) return survey
  stderr.write('line 1: file: has no entries\n')
  return undefined
}

const lineOn = (stderr: Terminal['stderr']) => (line: string) => void stderr.write(`${line}\n`)

interface ListToImport {
  readonly list: ListName
  readonly source: Source
  readonly survey: SurveyedList
}

async function importInto(
  system: System,
  order: ListToImport,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const { list, survey } = order
  const proves = () => isFoundInItself(survey, lineOn(stderr))
  const imported = await importList(system, { ...order, proves })
  if (imported.outcome === 'refused' || imported.outcome === 'overtaken') return 1
  const { outcome, version, rows, position } = imported
  await (await sourceStatesIn(system.pool)).confirm(list, version)
  await untilInUse(system.pool, position)
  const unchanged = outcome === 'unchanged'
  const summary = { list, version, rows, skipped: survey.badRows, unchanged }
  stdout.write(jsonLine(summary))
  return 0
}
