import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { momentOption } from '#kernel/platform/cli/options.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { accessTo } from '../access/access-log.ts'
import { type AuditedSystem, auditing } from '../audited-system.ts'
import type { FoundRecord } from '../finding/find.ts'
import { companyIn, subjectArguments, subjectOf } from '../finding/subject.ts'
import { detailOf } from './details.ts'
import { rowsIn } from './rows.ts'
import { withScratch } from './scratch.ts'

export const stateCommand = command(
  'state',
  (declared) =>
    subjectArguments(declared)
      .description("Prints the API's detail response as of a moment, rebuilt from the log.")
      .option('--at <date>', 'the moment (default: now)', momentOption),
  ({ args: [noun, given], options }, terminal) =>
    auditing(terminal.environment, async (system) => {
      const asked = { noun, given, companyId: companyIn(options) }
      const subject = await subjectOf(system, asked, terminal.stdin)
      await system.recordAccess(subject.companyId, accessTo('state', subject))
      const detail = await detailAt(system, subject, { terminal, at: options.at })
      if (detail === undefined) {
        throw new CommandError(`The API did not show ${subject.noun} ${subject.id} at that moment.`)
      }
      terminal.stdout.write(`${JSON.stringify(detail, null, 2)}\n`)
      return 0
    }),
)

interface When {
  readonly terminal: Terminal
  readonly at: bigint | undefined
}

function detailAt(system: AuditedSystem, subject: FoundRecord, { terminal, at }: When) {
  return withScratch(system, subject.companyId, async ({ client, advance }) => {
    const progress = progressOn(terminal.stderr)
    const head = await system.log.headOfLog()
    progress.beginLog('log', head)
    const moved = progress.reach
    await advance(head, at === undefined ? { moved } : { moved, at })
    progress.end()
    return detailOf(rowsIn(client), subject)
  })
}
