import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { prepareUserCommand } from '#kernel/platform/event-store/users/prepare-command.ts'
import { checkCommand } from './check-command.ts'
import { moveCommand } from './move/command.ts'

await runCommand({
  call: 'npm run event-store',
  entry: 'local-stack/event-store/commands.ts',
  commands: [moveCommand, prepareUserCommand, checkCommand],
  findsSystem: false,
})
