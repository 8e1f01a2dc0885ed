import { type Command, CommandError, type Terminal } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { type AuditedSystem, auditing } from '../audited-system.ts'
import type { Found } from '../finding/find.ts'
import { askedSubject, searchAsked, subjectOf } from '../finding/subject.ts'
import { detailOf } from './details.ts'
import { momentOf } from './moment.ts'
import { rowsIn } from './rows.ts'
import { withScratch } from './scratch.ts'

export const stateCommand: Command = {
  parameters: 'NOUN ID [--at DATE] [--company ID]',
  does: "Prints what the API's detail answer was at that moment, made again from the log.",
  run: async (parameters, terminal) => {
    const asked = searchAsked(parameters)
    const wanted = askedSubject(asked)
    const at = asked.at === null ? undefined : momentOf('--at', asked.at)
    return auditing(findSystem(terminal.environment), async (system) => {
      const subject = await subjectOf(system, wanted, terminal.stdin)
      const detail = await detailAt(system, subject, { terminal, at })
      if (detail === undefined) {
        throw new CommandError(`The API would not have shown ${subject.noun} ${subject.id} then.`)
      }
      terminal.stdout.write(`${JSON.stringify(detail, null, 2)}\n`)
      return 0
    })
  },
}

interface When {
  readonly terminal: Terminal
  readonly at: bigint | undefined
}

function detailAt(system: AuditedSystem, subject: Found, { terminal, at }: When) {
  return withScratch(system, subject.companyId, async ({ client, goOn }) => {
    const progress = progressOn(terminal.stderr)
    const head = await system.log.headOfLog()
    progress.beginLog('log', head)
    const moved = progress.reach
    await goOn(head, at === undefined ? { moved } : { moved, at })
    progress.end()
    return detailOf(rowsIn(client), subject)
  })
}
