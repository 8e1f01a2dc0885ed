import { commandGroup } from '#kernel/platform/cli/command.ts'
import { listCommand } from './endpoints/list-command.ts'
import { endOldSecretCommand, newSecretCommand } from './endpoints/secret-commands.ts'
import { listenCommand } from './listening/command.ts'
import { cancelReplayCommand } from './replays/cancel-replay-command.ts'
import { replayCommand } from './replays/replay-command.ts'
import { logCommand } from './sending/log-command.ts'
import { skipCommand } from './sending/skip-command.ts'

export const webhooksCommand = commandGroup('webhooks', 'Webhooks and their endpoints.', [
  listCommand,
  listenCommand,
  logCommand,
  replayCommand,
  cancelReplayCommand,
  skipCommand,
  newSecretCommand,
  endOldSecretCommand,
])
