import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { prepareUserCommand } from './prepare-command.ts'

await runCommand({
  call: 'node shared-kernel/platform/event-store/users/main.ts',
  entry: 'shared-kernel/platform/event-store/users/main.ts',
  findsSystem: false,
  commands: [prepareUserCommand],
})
