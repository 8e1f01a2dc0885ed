import { commandGroup } from '#kernel/platform/cli/command.ts'
import { cancelReplayCommand } from './cancel-replay-command.ts'
import { listCommand } from './list-command.ts'
import { logCommand } from './log-command.ts'
import { replayCommand } from './replay-command.ts'
import { endOldSecretCommand, newSecretCommand } from './secret-commands.ts'
import { skipCommand } from './skip-command.ts'

export const webhooksCommand = commandGroup('webhooks', 'Webhooks and their endpoints.', [
  listCommand,
  logCommand,
  replayCommand,
  cancelReplayCommand,
  skipCommand,
  newSecretCommand,
  endOldSecretCommand,
])
