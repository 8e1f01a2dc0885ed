import type { Environment } from '#kernel/platform/config.ts'

/** What a command may touch of the process that runs it. */
export interface Terminal {
  readonly environment: Environment
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** One command of the operator's; a file of its own beside this one. */
export interface Command {
  /** What stands behind the command's name, for the usage text. */
  readonly parameters: string
  readonly does: string
  /** Gives the exit code. */
  readonly run: (parameters: readonly string[], terminal: Terminal) => Promise<number>
}

export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
