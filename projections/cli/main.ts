import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { dropCommand } from './drop-command.ts'
import { rebuildChainCommand } from './rebuild-chain-command.ts'
import { backCommand, rebuildCommand } from './rebuild-command.ts'
import { retryCommand } from './retry-command.ts'
import { statusCommand } from './status-command.ts'

await runCommand({
  call: 'npm run projections',
  entry: 'projections/cli/main.ts',
  commands: [
    statusCommand,
    retryCommand,
    rebuildCommand,
    backCommand,
    dropCommand,
    rebuildChainCommand,
  ],
})
