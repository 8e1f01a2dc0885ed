import { misspelt } from '#kernel/platform/settings/misspelt.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { reportTo } from './report.ts'
import { runStack } from './run-stack.ts'
import { readStackSettings } from './settings.ts'

for (const line of misspelt(process.env)) process.stderr.write(`${line}\n`)
const settings = readSettingsOrExit(readStackSettings)
// The reader of our output may disconnect; the system continues.
process.stdout.on('error', () => undefined)
await runStack(settings, reportTo(process.stdout))
