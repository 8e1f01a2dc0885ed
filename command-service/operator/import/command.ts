import { type Command, type Terminal, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { type System, withSystem } from '../connect.ts'
import { importLines } from './import-lines.ts'
import { openSource, type Source } from './source.ts'
import { waitUntilShown } from './wait-until-shown.ts'

export const importCommand: Command = {
  parameters: 'FILE',
  does: 'imports back-office data, one JSON object a line (- reads standard input)',
  run: async ([file, ...others], terminal) => {
    if (file === undefined || others.length > 0) throw new WrongUsage()
    const address = findSystem(terminal.environment)
    const source = await openSource(file, terminal.stdin)
    try {
      return await withSystem(address, (system) => importInto(system, source, terminal))
    } finally {
      await source.close()
    }
  },
}

async function importInto(system: System, source: Source, { stdout, stderr }: Terminal) {
  const progress = progressOn(stderr)
  try {
    const done = await importLines(source, system, {
      progress,
      report: (line, { field, wrong }) => {
        progress.end()
        stderr.write(`line ${line}: ${field}: ${wrong}\n`)
      },
    })
    if (done === undefined) return 1
    progress.begin('showing', 1)
    await waitUntilShown(system, done.standsAt)
    const { imported, unchanged } = done
    stdout.write(`${JSON.stringify({ imported, unchanged })}\n`)
    return 0
  } finally {
    progress.end()
  }
}
