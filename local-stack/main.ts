import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { readStackConfig } from './config.ts'
import { reportTo } from './report.ts'
import { runStack } from './run-stack.ts'

const config = readSettingsOrExit(readStackConfig)
// The reader of our output may disconnect; the system continues.
process.stdout.on('error', () => undefined)
await runStack(config, reportTo(process.stdout))
