import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { accessesCommand } from './access/command.ts'
import { exportCommand } from './evidence/command.ts'
import { findCommand } from './finding/command.ts'
import { historyCommand } from './history/command.ts'
import { adoptWitnessCommand } from './notary/adopt-command.ts'
import { publicKeyCommand } from './notary/public-key-command.ts'
import { stateCommand } from './state/command.ts'
import { verifyCommand } from './verification/command.ts'

await runCommand({
  call: 'npm run audit',
  entry: 'audit/main.ts',
  commands: [
    historyCommand,
    findCommand,
    stateCommand,
    verifyCommand,
    exportCommand,
    accessesCommand,
    adoptWitnessCommand,
    publicKeyCommand,
  ],
})
