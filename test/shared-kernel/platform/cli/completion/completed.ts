import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Program, runProgram } from '#kernel/platform/cli/run-command.ts'
import { operatorProgram } from '#operator/program.ts'

/** The script that `npm run --silent operator -- completion SHELL` prints. */
export async function completionScript(shell: string, program: Program = operatorProgram) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = text(stdout)
  await runProgram(program, ['completion', shell], { environment: {}, stdin, stdout, stderr })
  stdout.end()
  return printed
}
