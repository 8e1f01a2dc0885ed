import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { replayCommand } from './replay-command.ts'
import { tailCommand } from './tail-command.ts'

await runCommand({
  call: 'npm run feed',
  commands: [replayCommand, tailCommand],
})
// The client has timers and connections left that it has given up.
process.exit()
