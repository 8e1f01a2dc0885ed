import { Argument, type Command } from '@commander-js/extra-typings'
import { CommandError, type Terminal } from '#kernel/platform/cli/command.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import type { AuditedSystem, AuditedTables } from '../audited-system.ts'
import { type Noun, nouns } from '../nouns.ts'
import { type FoundRecord, find } from './find.ts'

/** The arguments of `history` and `state` that identify a record. */
export const subjectArguments = (declared: Command) =>
  declared
    .addArgument(new Argument('<noun>').choices(nouns))
    .argument('<id>', 'any value that find accepts; - reads it from standard input')
    .option('--company <id>', 'only in this company')

export const companyIn = ({ company }: { readonly company?: string | undefined }) =>
  company?.toLowerCase() ?? null

export interface RequestedSubject {
  readonly noun: Noun
  readonly given: string
  readonly companyId: string | null
}

/** The one record that the value identifies. */
export async function subjectOf(
  system: AuditedSystem,
  { noun, given, companyId }: RequestedSubject,
  stdin: Terminal['stdin'],
): Promise<FoundRecord> {
  const found = await find(system, { value: await givenText(given, stdin), companyId }, [noun])
  const [first] = found
  const shown = given === '-' ? 'with the given value' : given
  if (first === undefined) throw new CommandError(`There is no ${noun} ${shown}.`)
  const ids = [...new Set(found.map(({ id }) => id))]
  if (ids.length === 1) return first
  throw await severalFound(system, noun, found)
}

const MOST_NAMED = 5

/** Names the records, and whose they are: each company counts its own numbers. */
async function severalFound(
  { readModels }: AuditedSystem,
  noun: Noun,
  found: readonly FoundRecord[],
): Promise<CommandError> {
  const records = [...new Map(found.map((one) => [one.id, one])).values()]
  const named = records.slice(0, MOST_NAMED)
  const companyIds = [...new Set(records.map(({ companyId }) => companyId))]
  const titles = await titlesOf(readModels, companyIds)
  const lines = named.map(
    ({ id, companyId }) => `  ${id}  of company ${companyId} ${titles.get(companyId) ?? ''}`,
  )
  const more = records.length > named.length ? `\n  and ${records.length - named.length} more` : ''
  const how = companyIds.length > 1 ? 'name the company with --company, or ' : ''
  return new CommandError(
    `The value matches ${records.length} records (${noun}): ${how}name one by its id.\n${lines.join('\n')}${more}`,
  )
}

async function titlesOf(readModels: AuditedTables, companyIds: readonly string[]) {
  const rows = await readModels
    .selectFrom('company')
    .select(['company_id', 'title'])
    .where('company_id', 'in', companyIds)
    .execute()
  return new Map(rows.map(({ company_id, title }) => [company_id, title]))
}
