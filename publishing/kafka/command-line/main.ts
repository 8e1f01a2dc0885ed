import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { backfillCommand } from '../backfill/command.ts'
import { replayCommand } from '../replay/command.ts'
import { statusCommand } from '../status-command.ts'
import { tailCommand } from '../tail/command.ts'

await runCommand({
  call: 'npm run feed',
  entry: 'publishing/kafka/command-line/main.ts',
  commands: [backfillCommand, replayCommand, statusCommand, tailCommand],
})
// The Kafka client leaves timers and connections open, which would keep the process alive.
process.exit()
