import { exportPersonCommand } from '#audit/person/command.ts'
import type { Program } from '#kernel/platform/cli/run-command.ts'
import { webhooksCommand } from '#publishing/webhooks/command.ts'
import { exportCommand } from '#query/export/command.ts'
import { apiKeyCommand } from './api-keys/command.ts'
import { backupCommand } from './backup/command.ts'
import { bankCommand } from './bank/command.ts'
import { checkCommand } from './check/command.ts'
import { forgetPersonCommand } from './forget-person/command.ts'
import { importCommand } from './import/command.ts'
import { keysCommand } from './keys/command.ts'
import { notaryCommand } from './notary/command.ts'
import { restoreCommand } from './restore/command.ts'
import { retentionCommand } from './retention/command.ts'
import { sanctionsCommand } from './sanctions/command.ts'
import { resolveCommand } from './stuck/resolve-command.ts'
import { stuckCommand } from './stuck/stuck-command.ts'

export const operatorProgram: Program = {
  call: 'npm run operator',
  entry: 'operator/main.ts',
  commands: [
    importCommand,
    checkCommand,
    apiKeyCommand,
    sanctionsCommand,
    stuckCommand,
    resolveCommand,
    bankCommand,
    backupCommand,
    restoreCommand,
    exportCommand,
    exportPersonCommand,
    webhooksCommand,
    keysCommand,
    forgetPersonCommand,
    retentionCommand,
    notaryCommand,
  ],
}
