import { CommandError } from '#kernel/platform/cli/command.ts'

export type SourceFailureReason =
  | 'connection'
  | 'timeout'
  | 'stopped'
  | 'insecure'
  | 'redirection'
  | 'status'
  | 'size'
  | 'content'
  | 'rows'
  | 'fewer'
  | 'overtaken'
  | 'proof'

/** A source gave nothing that may be used. The message continues its address, and contains no secret. */
export class SourceFailed extends CommandError {
  override readonly name = 'SourceFailed'
  readonly reason: SourceFailureReason

  constructor(reason: SourceFailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
