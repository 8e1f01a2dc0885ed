import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { CommandError, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { type Noun, nounNamed, nouns } from '../nouns.ts'
import { type Found, find } from './find.ts'

/** The `NOUN ID` of a command, before the look-up. */
export interface AskedSubject {
  readonly noun: Noun
  readonly given: string
  readonly companyId: string | null
}

export function askedSubject({ positionals, companyId }: Asked): AskedSubject {
  const [name, given, ...others] = positionals
  const noun = nounNamed(name)
  if (noun === undefined) throw new CommandError(`NOUN is one of ${nouns.join(', ')}.`)
  if (given === undefined || others.length > 0) throw new WrongUsage()
  return { noun, given, companyId }
}

/** The one record that the value identifies. */
export async function subjectOf(
  system: AuditedSystem,
  { noun, given, companyId }: AskedSubject,
  stdin: Terminal['stdin'],
): Promise<Found> {
  const found = await find(system, { value: await valueOf(given, stdin), companyId }, [noun])
  const [first] = found
  const shown = given === '-' ? 'that was given' : given
  if (first === undefined) throw new CommandError(`There is no ${noun} ${shown}.`)
  const ids = [...new Set(found.map(({ id }) => id))]
  if (ids.length === 1) return first
  const some = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`
  throw new CommandError(`${ids.length} of ${noun} are meant: name one by its id (${some}).`)
}

interface Asked {
  readonly positionals: readonly string[]
  readonly companyId: string | null
  readonly at: string | null
}

export function searchAsked(parameters: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { company: { type: 'string' }, at: { type: 'string' } },
    })
    return { positionals, companyId: values.company?.toLowerCase() ?? null, at: values.at ?? null }
  } catch (error) {
    throw new WrongUsage('wrong parameters', { cause: error })
  }
}

/** Other users of the machine can see a command line, so `-` reads the value from standard input. */
export const valueOf = async (given: string, stdin: Terminal['stdin']): Promise<string> =>
  given === '-' ? (await text(stdin)).trim() : given.trim()
