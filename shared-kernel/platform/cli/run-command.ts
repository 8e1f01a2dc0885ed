import { Command as Declaration } from '@commander-js/extra-typings'
import { settingsFault } from '#kernel/platform/database/server-check.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import { AppendRefused, NoRight } from '#kernel/platform/event-store/errors.ts'
import { AnotherLog, EventStoreUnavailable } from '#kernel/platform/event-store/event-store.ts'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { unavailabilityOf } from '../errors/unavailability.ts'
import {
  type CliCommand,
  CommandError,
  parsed,
  type Terminal,
  WrongUsage,
  withShortUsage,
  writingTo,
} from './command.ts'
import { completionCommand } from './completion/command.ts'

export interface Program {
  /** The call that help shows: `npm run operator`. */
  readonly call: string
  /** The file that `node` runs, from the folder of the project. */
  readonly entry: string
  readonly commands: readonly CliCommand[]
  /** What a call without a command does. */
  readonly work?: (terminal: Terminal) => Promise<number>
  /** Whether its commands connect to a running system; true by default. */
  readonly findsSystem?: boolean
}

/** Runs the command that this process's arguments name, and sets the exit code. */
export async function runCommand(program: Program): Promise<void> {
  // The reader of the output may have closed it; the command still runs to its end.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  process.exitCode = await runProgram(program, process.argv.slice(2), {
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

/**
 * Returns the exit code: 0 when all is well, 1 after a difference, a refusal or a failure, 2 after
 * wrong usage.
 */
export async function runProgram(
  program: Program,
  parameters: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { call, entry, commands, work, findsSystem = true } = program
  let exitCode = 0
  const declared = writingTo(terminal, new Declaration(`${call} --`))
  declared.version(productVersion, '--version', 'show the version of Sarraf')
  if (findsSystem) declared.addHelpText('after', whereSystemsAre)
  if (work !== undefined) {
    declared.action(async () => {
      exitCode = await work(terminal)
    })
  }
  const completion = completionCommand({ call, entry, declared: () => declared })
  for (const command of [...commands, completion]) {
    declared.addCommand(
      command.declared(terminal, (code) => {
        exitCode = code
      }),
    )
  }
  try {
    await parsed(withShortUsage(declared), parameters)
    return exitCode
  } catch (error) {
    if (error instanceof WrongUsage) return WRONG_USAGE
    terminal.stderr.write(`${explained(error)}\n`)
    return 1
  }
}

const WRONG_USAGE = 2

const whereSystemsAre = `
A running system is found through DATA_DIR (default .data), or through DATABASE_URL,
EVENTSTORE_URL and VAULT_KEY when all three are set.`

function explained(error: unknown): string {
  if (error instanceof CommandError) return error.message
  const fault = settingsFault(error)
  if (fault !== undefined) return fault.message
  if (error instanceof DamagedStream) return `${error.message} (docs/eventstoredb.md).`
  if (error instanceof AnotherLog) return `${error.message} (docs/operations.md).`
  if (error instanceof EventStoreUnavailable) {
    return 'The event store does not answer. Completed work is kept; run the command again.'
  }
  if (error instanceof NoRight || error instanceof AppendRefused)
    return `EVENTSTORE_URL: ${error.message} (docs/eventstoredb.md).`
  const unavailable = unavailabilityOf(error)
  if (unavailable !== undefined) {
    return `DATABASE_URL: ${unavailable.message} (docs/postgresql.md). Completed work is kept; run the command again.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
