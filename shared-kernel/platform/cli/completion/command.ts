import { readFileSync } from 'node:fs'
import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type CliCommand, command } from '../command.ts'
import { tableOf } from './table.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** How a shell reads a text as it is. */
const quoted: Readonly<Record<Shell, (text: string) => string>> = {
  bash: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  zsh: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  fish: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
}

const NPM = 'npm run '

interface Completed {
  /** The call that help shows: `npm run operator`. */
  readonly call: string
  /** The file that `node` runs, from the folder of the project. */
  readonly entry: string
  readonly declared: () => CommandUnknownOpts
}

/** Prints the script that teaches a shell the commands, options and choices of a program. */
export const completionCommand = (completed: Completed): CliCommand =>
  command(
    'completion',
    (declared) =>
      declared
        .description(
          'Prints the script that completes this program in a shell (docs/operations.md).',
        )
        .addArgument(new Argument('<shell>', 'the shell').choices(shells)),
    ({ args: [shell] }, { stdout }) => {
      stdout.write(scriptFor(shell, completed))
      return Promise.resolve(0)
    },
  )

function scriptFor(shell: Shell, { call, entry, declared }: Completed): string {
  const template = readFileSync(new URL(`script.${shell}`, import.meta.url), 'utf8')
  const name = call.startsWith(NPM) ? call.slice(NPM.length) : entry
  const id = name.replaceAll(/\W/g, '_')
  const values: Readonly<Record<string, string>> = {
    '@PROGRAM@': name,
    '@ID@': id,
    '@ENTRY@': entry,
    '@TABLE@': quoted[shell](tableOf(declared(), id)),
  }
  return template.replaceAll(/@[A-Z]+@/g, (place) => values[place] ?? place)
}
