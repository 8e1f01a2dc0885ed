import { Option } from '@commander-js/extra-typings'
import { command, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { wholeNumber, writtenMomentOption } from '#kernel/platform/cli/options.ts'
import { exportFormats, exportRecords } from './export.ts'
import { separators } from './formats/format.ts'
import { exportNouns } from './nouns.ts'

/** A spreadsheet program opens ten times as many rows. */
const ROWS_PER_FILE = 100_000

export const exportCommand = command(
  'export',
  (declared) =>
    declared
      .description(
        'Exports the records of a company into files, in the order of their last change. Prints a cursor for --since of the next export. Run again after a crash, it continues.',
      )
      .requiredOption('--company <id>', 'the id of the company')
      .addOption(
        new Option('--noun <noun>', 'what to export, as in the paths of the API')
          .choices(namesOf(exportNouns))
          .makeOptionMandatory(),
      )
      .addOption(
        new Option('--format <format>', 'the format of the files')
          .choices(namesOf(exportFormats))
          .makeOptionMandatory(),
      )
      .requiredOption('--out <folder>', 'a folder that is empty, or is created')
      .option(
        '--since <cursor>',
        'only what changed after this cursor or date-time',
        writtenMomentOption,
      )
      .option('--include-deleted', 'also what was deleted, with the time in deletedAt')
      .option('--rows-per-file <number>', 'rows in a file', wholeNumber, ROWS_PER_FILE)
      .option('--bom', 'a CSV file that Excel knows to be UTF-8')
      .addOption(
        new Option('--separator <name>', 'what separates the cells of a CSV file')
          .choices(namesOf(separators))
          .default('comma' as const),
      ),
  async ({ options }, { environment, stdout, stderr }) => {
    const { bom = false, includeDeleted = false, separator } = options
    if (options.format !== 'csv' && (bom || separator !== 'comma'))
      throw new WrongUsage('--bom and --separator are for --format csv.')
    const { databaseUrl } = findSystem(environment, 'query')
    const report = await exportRecords(databaseUrl, {
      ...options,
      byteOrderMark: bom,
      includeDeleted,
      since: options.since ?? null,
      folder: options.out,
      progress: (rows) => stderr.write(`${rows} rows\n`),
    })
    stdout.write(jsonLine({ noun: options.noun, ...report }))
    return 0
  },
)

const namesOf = <Name extends string>(named: Readonly<Record<Name, unknown>>): readonly Name[] =>
  // The compiler does not know that there are no other keys.
  Object.keys(named).filter((name): name is Name => name in named)
