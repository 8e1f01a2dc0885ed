import { readSettingsOrExit } from '#kernel/platform/config.ts'
import { readStackConfig } from './config.ts'
import { reportTo } from './report.ts'
import { runStack } from './run-stack.ts'

const config = readSettingsOrExit(readStackConfig)
// Whoever read our output may be gone; the system goes on.
process.stdout.on('error', () => undefined)
await runStack(config, reportTo(process.stdout))
