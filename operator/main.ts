import { runCommand } from '#kernel/platform/cli/run-command.ts'
import { operatorProgram } from './program.ts'

await runCommand(operatorProgram)
