import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { apiKeyCommand } from './api-keys/command.ts'
import { importCommand } from './import/command.ts'
import { sanctionsCommand } from './sanctions/command.ts'
import { resolveCommand } from './stuck/resolve-command.ts'
import { stuckCommand } from './stuck/stuck-command.ts'

await runCommand({
  call: 'npm run operator',
  commands: [importCommand, apiKeyCommand, sanctionsCommand, stuckCommand, resolveCommand],
})
