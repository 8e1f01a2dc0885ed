import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { reportTo } from './report.ts'
import { runStack } from './run-stack.ts'
import { readStackSettings } from './settings.ts'

const settings = readSettingsOrExit(readStackSettings)
// The reader of our output may disconnect; the system continues.
process.stdout.on('error', () => undefined)
await runStack(settings, reportTo(process.stdout))
