import { runCommand } from '../cli/run-command.ts'
import { prepareCommand } from './prepare-command.ts'

await runCommand({
  call: 'npm run database',
  entry: 'shared-kernel/platform/database/main.ts',
  findsSystem: false,
  commands: [prepareCommand],
})
