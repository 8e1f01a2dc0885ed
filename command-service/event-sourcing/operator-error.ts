import { CommandError } from '#kernel/platform/cli/command.ts'

export class OperatorError extends CommandError {
  override readonly name = 'OperatorError'
}
