import { command, type Terminal } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { keySuccessionsIn } from '#kernel/platform/log-chain/signed-in-log.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { ScratchInUse } from '#projections/runtime/rebuild/replay.ts'
import { auditing } from '../audited-system.ts'
import { reportOf, verdictOf } from './report.ts'
import { keepVerdict } from './verifications.ts'
import { verify } from './verify.ts'

/** The exit code if no head is pinned where one is needed. */
const NOT_PINNED = 3
/** The exit code if another verification is under way. */
const OVERLAPS = 4

export const verifyCommand = command(
  'verify',
  (declared) =>
    declared
      .description(
        'Replays the whole history and compares every row; checks the rules of the business, the hash chain, its signatures and the pinned heads; exit 1 on any difference, 3 in production if no head is pinned, 4 while another verification runs. The report is on standard error, the verdict is one JSON object.',
      )
      .option('--company <id>', 'only rows of this company')
      .option('--key <public>', 'the key that must have signed')
      .option('--witness <file>', 'signed heads that were kept outside the database')
      .option('--head <count:hash>', 'a head that was kept outside the database'),
  async ({ options: { company: companyId = null, ...given } }, terminal) => {
    const { key, head } = given
    // A wrong call is refused before anything is connected.
    await pinsFrom({ key, head })
    return auditing(terminal.environment, async (system) => {
      const pins = await pinsFrom(given, await keySuccessionsIn(system.log))
      const progress = progressOn(terminal.stderr)
      const end = await system.log.headOfLog()
      const order = {
        companyId,
        pins,
        moved: progress.reach,
        report: (step: string) => {
          progress.end()
          terminal.stderr.write(`${step}\n`)
          progress.beginLog('log', end)
        },
      }
      const verification = await verify(system, order).catch(undefinedIfOverlapping)
      progress.end()
      if (verification === undefined) {
        terminal.stderr.write('Another verification is under way: try again when it has ended.\n')
        return OVERLAPS
      }
      const verdict = verdictOf(verification)
      await keepVerdict(system.databaseUrl, companyId, verdict)
      terminal.stderr.write(`${reportOf(verification).join('\n')}\n`)
      terminal.stdout.write(jsonLine(verdict))
      if (verdict.differences > 0) return 1
      return verdict.pinned || !isProduction(terminal) ? 0 : NOT_PINNED
    })
  },
)

function undefinedIfOverlapping(error: unknown) {
  if (error instanceof ScratchInUse) return undefined
  throw error
}

const isProduction = ({ environment }: Terminal) =>
  settingsFrom(environment)(orNull(settings.NODE_ENV)) === 'production'
