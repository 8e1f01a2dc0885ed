import { command } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { auditing } from '../audited-system.ts'
import { reportOf, verdictOf } from './report.ts'
import { keepVerdict } from './verifications.ts'
import { verify } from './verify.ts'

export const verifyCommand = command(
  'verify',
  (declared) =>
    declared
      .description(
        'Replays the whole history and compares every row; checks the rules of the business, the hash chain and its signatures; exit 1 on any difference. The report is on standard error, the verdict is one JSON object.',
      )
      .option('--company <id>', 'only rows of this company'),
  ({ options: { company: companyId = null } }, terminal) =>
    auditing(findSystem(terminal.environment), async (system) => {
      const progress = progressOn(terminal.stderr)
      progress.beginLog('log', await system.log.headOfLog())
      const stop = new AbortController()
      const verification = await verify(system, {
        companyId,
        stop: stop.signal,
        moved: progress.reach,
      })
      progress.end()
      const verdict = verdictOf(verification)
      await keepVerdict(system.databaseUrl, companyId, verdict)
      terminal.stderr.write(`${reportOf(verification).join('\n')}\n`)
      terminal.stdout.write(`${JSON.stringify(verdict)}\n`)
      return verdict.differences === 0 ? 0 : 1
    }),
)
