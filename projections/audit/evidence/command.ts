import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { auditing } from '../audited-system.ts'
import { momentOf } from '../state/moment.ts'
import { writeEvidence } from './evidence-package.ts'

export const exportCommand: Command = {
  parameters: '--company ID [--from DATE] [--to DATE] --out FOLDER',
  does: 'Writes an evidence package that can be checked without Sarraf: events, hashes, signatures, a program.',
  run: async (parameters, terminal) => {
    const { company: companyId, from, to, folder } = asked(parameters)
    return auditing(findSystem(terminal.environment), async (system) => {
      const [first] = await system.log.readStream(`company-${companyId}`, { maxCount: 1 })
      if (first === undefined) throw new CommandError(`There is no company ${companyId}.`)
      const progress = progressOn(terminal.stderr)
      progress.beginLog('log', await system.log.headOfLog())
      const moved = progress.reach
      const events = await writeEvidence(system, { companyId, from, to, folder, moved })
      progress.end()
      terminal.stdout.write(`${JSON.stringify({ events, folder })}\n`)
      return 0
    })
  },
}

function asked(parameters: readonly string[]) {
  const { company, from = null, to = null, out } = optionsIn(parameters)
  if (company === undefined || out === undefined) throw new WrongUsage()
  if (from !== null) momentOf('--from', from)
  if (to !== null) momentOf('--to', to)
  return { company: company.toLowerCase(), from, to, folder: resolve(out) }
}

function optionsIn(parameters: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { company: text, from: text, to: text, out: text }
    return parseArgs({ args: [...parameters], options }).values
  } catch (error) {
    throw new WrongUsage('wrong parameters', { cause: error })
  }
}
