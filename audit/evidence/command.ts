import { resolve } from 'node:path'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { writtenMomentOption } from '#kernel/platform/cli/options.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { auditing } from '../audited-system.ts'
import { writeEvidence } from './evidence-package.ts'

const UNSIGNED =
  'The notary does not sign now, so the package cannot prove that it is complete. Export it again once the notary signs.\n'

export const exportCommand = command(
  'export',
  (declared) =>
    declared
      .description(
        'Writes an evidence package that can be verified without Sarraf: events, hashes, signatures and a program.',
      )
      .requiredOption('--company <id>', 'whose events')
      .option('--from <date>', 'from this moment on', writtenMomentOption)
      .option('--to <date>', 'up to this moment', writtenMomentOption)
      .requiredOption('--out <folder>', 'a new or empty folder'),
  ({ options: { company, from = null, to = null, out } }, terminal) => {
    const [companyId, folder] = [company.toLowerCase(), resolve(out)]
    return auditing(terminal.environment, async (system) => {
      const [first] = await system.log.readStream(`company-${companyId}`, { maxCount: 1 })
      if (first === undefined) throw new CommandError(`There is no company ${companyId}.`)
      await system.recordAccess(companyId, { type: 'EvidenceExported', data: { from, to } })
      const progress = progressOn(terminal.stderr)
      progress.beginLog('log', await system.log.headOfLog())
      const moved = progress.reach
      const order = { companyId, from, to, folder, moved }
      const { events, isSigned } = await writeEvidence(system, order)
      progress.end()
      if (isSigned === false) terminal.stderr.write(UNSIGNED)
      terminal.stdout.write(jsonLine({ events, folder }))
      return 0
    })
  },
)
