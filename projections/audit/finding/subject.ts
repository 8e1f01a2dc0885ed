import { text } from 'node:stream/consumers'
import { Argument, type Command } from '@commander-js/extra-typings'
import { CommandError, type Terminal } from '#kernel/platform/cli/command.ts'
import type { AuditedSystem } from '../audited-system.ts'
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
  const found = await find(system, { value: await valueOf(given, stdin), companyId }, [noun])
  const [first] = found
  const shown = given === '-' ? 'with the given value' : given
  if (first === undefined) throw new CommandError(`There is no ${noun} ${shown}.`)
  const ids = [...new Set(found.map(({ id }) => id))]
  if (ids.length === 1) return first
  const some = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`
  throw new CommandError(
    `The value matches ${ids.length} records (${noun}): name one by its id (${some}).`,
  )
}

/** Other users of the machine can see a command line, so `-` reads the value from standard input. */
export const valueOf = async (given: string, stdin: Terminal['stdin']): Promise<string> =>
  given === '-' ? (await text(stdin)).trim() : given.trim()
