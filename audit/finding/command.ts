import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { NO_COMPANY, searchFor } from '../access/access-log.ts'
import { auditing } from '../audited-system.ts'
import { writeLines } from '../write-lines.ts'
import { type FoundRecord, find } from './find.ts'
import { MOST_FOUND } from './lookup.ts'
import { companyIn } from './subject.ts'

export const findCommand = command(
  'find',
  (declared) =>
    declared
      .description('Lists the records that a value refers to, as one JSON object per line.')
      .argument(
        '<value>',
        'a record id, serial and number, official or invoice number, document uuid, identity number, KMTS code, bank stamp, IBAN, phone or whole name; - reads it from standard input',
      )
      .option('--company <id>', 'only in this company'),
  ({ args: [given], options }, terminal) =>
    auditing(terminal.environment, async (system) => {
      const value = await givenText(given, terminal.stdin)
      const companyId = companyIn(options)
      const found = await find(system, { value, companyId })
      for (const company of companiesOf(found, companyId)) {
        await system.recordAccess(company, searchFor(system.vault, company, value))
      }
      if (found.length === 0) throw new CommandError('No record was found by that value.')
      await writeLines(terminal.stdout, linesOf(found))
      const byNoun = Map.groupBy(found, ({ noun }) => noun)
      if ([...byNoun.values()].some(({ length }) => length >= MOST_FOUND)) {
        terminal.stderr.write(`Only the first ${MOST_FOUND} of each noun are listed.\n`)
      }
      return 0
    }),
)

/** A search among all companies is an access to those where it found something. */
function companiesOf(found: readonly FoundRecord[], asked: string | null): ReadonlySet<string> {
  if (asked !== null) return new Set([asked])
  return new Set(found.length === 0 ? [NO_COMPANY] : found.map(({ companyId }) => companyId))
}

async function* linesOf(items: readonly object[]) {
  for (const item of items) yield jsonLine(item)
}
