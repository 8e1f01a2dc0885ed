import { EventStoreUnavailable } from '#kernel/platform/event-store/event-store.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'
import { type Command, CommandError, type Terminal, WrongUsage } from './command.ts'

interface Program {
  /** As people call it: `npm run operator`. */
  readonly call: string
  readonly commands: Readonly<Record<string, Command>>
  /** Whether its commands look for a running system; so they do unless this says otherwise. */
  readonly findsSystem?: boolean
}

/** Runs the command that this process's arguments name, and sets the exit code. */
export async function runCommand(program: Program): Promise<void> {
  // Whoever read the output may be gone; the command goes on to its end.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  process.exitCode = await run(program, process.argv.slice(2), {
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

async function run(
  program: Program,
  [name = '', ...parameters]: readonly string[],
  terminal: Terminal,
) {
  const { commands } = program
  if (['help', '--help', '-h'].includes(name)) {
    terminal.stdout.write(usage(program))
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (command !== undefined) return await command.run(parameters, terminal)
  } catch (error) {
    if (!(error instanceof WrongUsage)) {
      terminal.stderr.write(`${explained(error)}\n`)
      return 1
    }
  }
  terminal.stderr.write(usage(program))
  return 1
}

const whereSystemsAre = [
  'A running system is found through DATA_DIR (default .data), or through DATABASE_URL,',
  'EVENTSTORE_URL and VAULT_KEY when all three are set.',
  '',
]

const usage = ({ call, commands, findsSystem = true }: Program) =>
  [
    `Usage: ${call} -- COMMAND`,
    '',
    ...Object.entries(commands).flatMap(([name, { parameters, does }]) => [
      `  ${name} ${parameters}`.trimEnd(),
      `      ${does}`,
    ]),
    '',
    ...(findsSystem ? whereSystemsAre : []),
  ].join('\n')

function explained(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigurationError) return error.message
  if (error instanceof EventStoreUnavailable) {
    return 'The event store does not answer. What was done so far stays; the command can be repeated.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
