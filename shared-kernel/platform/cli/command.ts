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
  /** What stands behind the command's name, for the usage text. */
  readonly parameters: string
  readonly does: string
  /** Gives the exit code. */
  readonly run: (parameters: readonly string[], terminal: Terminal) => Promise<number>
}

/** Something that whoever runs the command can mend; the message is one line and holds no secret. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
