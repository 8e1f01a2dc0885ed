import {
  CommanderError,
  type CommandUnknownOpts,
  Command as Declaration,
  type OptionValues,
} from '@commander-js/extra-typings'
import type { Environment } from '#kernel/platform/settings/read.ts'

/** What a command may touch of the process that runs it. */
export interface Terminal {
  readonly environment: Environment
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** One command of a program for people. */
export interface Command {
  /** As a part of a program; `end` gets the exit code. */
  readonly declared: (terminal: Terminal, end: (exitCode: number) => void) => CommandUnknownOpts
  /** By itself; gives the exit code. */
  readonly run: (parameters: readonly string[], terminal: Terminal) => Promise<number>
}

/** Something that whoever runs the command can mend; the message is one line and holds no secret. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** Arguments or options that the command does not take, or not together. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

export function command<Args extends unknown[], Options extends OptionValues>(
  name: string,
  declare: (command: Declaration) => Declaration<Args, Options>,
  work: (parsed: { args: Args; options: Options }, terminal: Terminal) => Promise<number>,
): Command {
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
  return {
    declared,
    async run(parameters, terminal) {
      let exitCode = 0
      const one = declared(terminal, (code) => {
        exitCode = code
      })
      await parsed(one, parameters)
      return exitCode
    },
  }
}

/** A wrong argument is repeated in the error, but for a password in it. */
const PASSWORD_IN_ADDRESS = /\/\/[^@/\s]*@/g

export const writingTo = <Declared extends CommandUnknownOpts>(
  { stdout, stderr }: Terminal,
  declared: Declared,
): Declared =>
  declared
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text.replaceAll(PASSWORD_IN_ADDRESS, '//…@')),
    })

/** Parses and runs; help ends it without an error. */
export async function parsed(
  declared: CommandUnknownOpts,
  parameters: readonly string[],
): Promise<void> {
  try {
    await declared.parseAsync([...parameters], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw new WrongUsage(error.message, { cause: error })
  }
}
