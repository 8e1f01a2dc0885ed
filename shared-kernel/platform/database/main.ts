import { runCommand } from '../cli/run-command.ts'
import { prepareCommand } from './prepare-command.ts'

await runCommand({ call: 'npm run database', findsSystem: false, commands: [prepareCommand] })
