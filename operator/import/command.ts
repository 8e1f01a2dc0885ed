import { command, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { openSource, type Source } from '#kernel/platform/cli/source.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { importLines } from './import-lines.ts'
import { kinds } from './kinds.ts'
import { waitUntilShown } from './wait-until-shown.ts'

export const importCommand = command(
  'import',
  (declared) =>
    declared
      .description(
        'Imports back-office data. docs/import.md describes each kind of line, with its fields and an example.',
      )
      .argument('<file>', 'one JSON object a line, with kind and data; - reads standard input')
      .addHelpText('after', `\nKinds: ${[...kinds.keys()].join(', ')}`),
  async ({ args: [file] }, terminal) => {
    const address = findSystem(terminal.environment, 'command')
    const allowsPrivate = settingsFrom(terminal.environment)(settings.WEBHOOKS_ALLOW_PRIVATE)
    const source = await openSource(file, terminal.stdin)
    try {
      return await withSystem(address, (system) =>
        importInto({ system, source, allowsPrivate }, terminal),
      )
    } finally {
      await source.close()
    }
  },
)

interface Importing {
  readonly system: System
  readonly source: Source
  readonly allowsPrivate: boolean
}

async function importInto(
  { system, source, allowsPrivate }: Importing,
  { stdout, stderr }: Terminal,
) {
  const progress = progressOn(stderr)
  try {
    const done = await importLines(source, system, {
      progress,
      allowsPrivate,
      report: (line, { field, wrong, isWarning }) => {
        progress.end()
        stderr.write(`line ${line}: ${field}: ${isWarning ? 'warning: ' : ''}${wrong}\n`)
      },
    })
    if (done === undefined) return 1
    progress.begin('showing', 1)
    await waitUntilShown(system, done.standsAt)
    const { imported, unchanged, made } = done
    for (const one of made) stdout.write(jsonLine(one))
    stdout.write(jsonLine({ imported, unchanged }))
    return 0
  } finally {
    progress.end()
  }
}
