import {
  CommanderError,
  type CommandUnknownOpts,
  Command as Declaration,
  type OptionValues,
} from '@commander-js/extra-typings'
import { isStorable } from '#kernel/domain/written-text.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'

/** The parts of the process that a command may use. */
export interface Terminal {
  readonly environment: Environment
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** One command of a command-line program. */
export interface CliCommand {
  /** The command as part of a program; `end` receives the exit code. */
  readonly declared: (terminal: Terminal, end: (exitCode: number) => void) => CommandUnknownOpts
  /** Runs the command alone and returns the exit code. */
  readonly run: (parameters: readonly string[], terminal: Terminal) => Promise<number>
}

/** A fault that the user can correct. The message is one line without secrets. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** Arguments or options that the command does not accept, or not together. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

export function command<Args extends unknown[], Options extends OptionValues>(
  name: string,
  declare: (command: Declaration) => Declaration<Args, Options>,
  work: (parsed: { args: Args; options: Options }, terminal: Terminal) => Promise<number>,
): CliCommand {
  function declared(terminal: Terminal, end: (exitCode: number) => void) {
    const one = declare(new Declaration(name))
    return writingTo(terminal, one).action(async () => {
      try {
        end(await work({ args: one.processedArgs, options: one.opts() }, terminal))
      } catch (error) {
        if (error instanceof WrongUsage) one.error(`error: ${error.message}`)
        throw error
      }
    })
  }
  return runnable(declared)
}

/** Commands under one name. */
export const commandGroup = (
  name: string,
  description: string,
  commands: readonly CliCommand[],
): CliCommand =>
  runnable((terminal, end) => {
    const group = writingTo(terminal, new Declaration(name).description(description))
    for (const each of commands) group.addCommand(each.declared(terminal, end))
    return group
  })

const runnable = (declared: CliCommand['declared']): CliCommand => ({
  declared,
  async run(parameters, terminal) {
    let exitCode = 0
    const one = declared(terminal, (code) => {
      exitCode = code
    })
    await parsed(withShortUsage(one), parameters)
    return exitCode
  },
})

/** A wrong call is answered by the error and one line, in place of pages of help. */
export function withShortUsage<Declared extends CommandUnknownOpts>(
  declared: Declared,
  call = declared.name(),
): Declared {
  declared.showHelpAfterError(`Usage: ${call} ${declared.usage()} (--help says more)`)
  for (const each of declared.commands) withShortUsage(each, `${call} ${each.name()}`)
  return declared
}

/** Errors repeat a wrong argument, so a password in it must be removed. */
const PASSWORD_IN_ADDRESS = /\/\/[^@/\s]*@/g

export const writingTo = <Declared extends CommandUnknownOpts>(
  { stdout, stderr }: Terminal,
  declared: Declared,
): Declared =>
  declared.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text.replaceAll(PASSWORD_IN_ADDRESS, '//…@')),
  })

/** What Node puts in the place of bytes of an argument that are no UTF-8. */
const REPLACED = '\uFFFD'

/** What is recorded, searched for or compared has to be what the user wrote. */
const isWellFormed = (argument: string) => isStorable(argument) && !argument.includes(REPLACED)

/** Parses the arguments and runs the command. Showing help is no error. */
export async function parsed(
  declared: CommandUnknownOpts,
  parameters: readonly string[],
): Promise<void> {
  try {
    if (!parameters.every(isWellFormed)) {
      declared.error('error: an argument is not well-formed text in UTF-8')
    }
    await declared.parseAsync([...parameters], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw new WrongUsage(error.message, { cause: error })
  }
}
