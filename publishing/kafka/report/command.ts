import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Kafka } from 'kafkajs'
import { command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { replaceFile } from '#kernel/platform/files/replace-file.ts'
import { readRecords } from '../backfill/read-topic.ts'
import { onFeed } from '../on-feed.ts'
import { stateTopic } from '../states/state-nouns.ts'
import { namedCompanies } from './companies.ts'
import { monthReport } from './month-report.ts'
import { reportPage } from './page.ts'
import { openTables, type StateRecord, type TableName } from './tables.ts'

/** The mode of a file; the user's umask takes rights away. */
const AS_THE_USER_WISHES = 0o666
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

function monthOption(given: string): string {
  if (MONTH.test(given)) return given
  throw new InvalidArgumentError('It must be a month, such as 2026-11.')
}

export const reportCommand = command(
  'report',
  (declared) =>
    declared
      .description('Writes the figures of a month as one page with charts, tables and SQL (HTML).')
      .requiredOption('--month <month>', 'the month, in the time zone of each company', monthOption)
      .option('--out <file>', 'where to write it; standard output by default')
      .option('--test', 'the documents of the provider’s test environment, and no others', false),
  ({ options: { month, out, test: isTest } }, terminal) =>
    onFeed(terminal, async ({ kafka, eventStore }) => {
      const tables = await openTables()
      try {
        const statesOf = statesIn(kafka)
        const companiesOf = (ids: readonly string[]) => namedCompanies(eventStore, ids)
        const report = await monthReport({ tables, companiesOf, statesOf }, { month, isTest })
        const page = reportPage(report)
        if (out === undefined) terminal.stdout.write(page)
        else {
          await replaceFile(out, [page], AS_THE_USER_WISHES)
          const companies = report.companies.length
          terminal.stdout.write(jsonLine({ month, companies, file: out }))
        }
        return 0
      } finally {
        await tables.close()
      }
    }),
)

const statesIn = (kafka: Kafka) => (table: TableName, see: (record: StateRecord) => void) =>
  readRecords(kafka, stateTopic(table.replace('_', '-')), ({ message }) => {
    const { key, offset, value } = message
    see({
      key: String(key),
      offset: BigInt(offset),
      state: value === null ? null : String(value),
    })
  })
