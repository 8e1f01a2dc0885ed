import { type Command, CommandError } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { auditing } from '../audited-system.ts'
import { askedSubject, searchAsked, subjectOf } from '../finding/subject.ts'
import { writeLines } from '../write-lines.ts'
import { historyOf } from './history.ts'

export const historyCommand: Command = {
  parameters: 'NOUN ID [--company ID]',
  does: 'Prints every event of a record, a line of JSON each, in log order. ID: see find; - reads it from standard input.',
  run: async (parameters, terminal) => {
    const asked = askedSubject(searchAsked(parameters))
    return auditing(findSystem(terminal.environment), async (system) => {
      const subject = await subjectOf(system, asked, terminal.stdin)
      const progress = progressOn(terminal.stderr)
      progress.beginLog('log', await system.log.headOfLog())
      const lines = historyOf(system, subject, progress.reach)
      const count = await writeLines(terminal.stdout, lines)
      progress.end()
      if (count === 0) throw new CommandError(`There is no ${subject.noun} ${subject.id}.`)
      return 0
    })
  },
}
