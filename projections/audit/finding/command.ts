import { type Command, CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { auditing } from '../audited-system.ts'
import { writeLines } from '../write-lines.ts'
import { find } from './find.ts'
import { MOST_FOUND } from './lookup.ts'
import { searchAsked, valueOf } from './subject.ts'

export const findCommand: Command = {
  parameters: 'VALUE [--company ID]',
  does: 'Lists what a value points to, a line of JSON each: a record id, serial and number, official or invoice number, document uuid, identity number, KMTS code, bank stamp, IBAN. - reads it from standard input.',
  run: async (parameters, terminal) => {
    const { positionals, companyId } = searchAsked(parameters)
    const [given, ...others] = positionals
    if (given === undefined || others.length > 0) throw new WrongUsage()
    return auditing(findSystem(terminal.environment), async (system) => {
      const found = await find(system, { value: await valueOf(given, terminal.stdin), companyId })
      if (found.length === 0) throw new CommandError('Nothing is found by that value.')
      await writeLines(terminal.stdout, linesOf(found))
      const byNoun = Map.groupBy(found, ({ noun }) => noun)
      if ([...byNoun.values()].some(({ length }) => length >= MOST_FOUND)) {
        terminal.stderr.write(`Of each noun, the first ${MOST_FOUND} are listed.\n`)
      }
      return 0
    })
  },
}

async function* linesOf(items: readonly object[]) {
  for (const item of items) yield `${JSON.stringify(item)}\n`
}
