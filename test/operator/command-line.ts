import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runProgram } from '#kernel/platform/cli/run-command.ts'
import { operatorProgram } from '#operator/program.ts'
import { compiled } from '#test/support/compiled.ts'
import type { SystemUnderTest } from '#test/support/operator.ts'

const program = fileURLToPath(import.meta.resolve('#operator/main.ts'))

/** The variables through which a command finds the system. */
export const variablesOf = ({ databases, eventStoreUrl, vaultKey }: SystemUnderTest) => ({
  DATABASE_URL: databases.command,
  EVENTSTORE_URL: eventStoreUrl,
  VAULT_KEY: vaultKey.toString('hex'),
})

/** Starts `operator …` as a process of its own. */
export const startOperator = (
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
) => spawn(process.execPath, [program, ...parameters], { env: { ...compiled(), ...environment } })

/** Runs `operator …` in this process, with no more of an environment than is given. */
export async function operator(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end(input)
  const terminal = { environment, stdin, stdout, stderr }
  const written = Promise.all([text(stdout), text(stderr)])
  const exitCode = await runProgram(operatorProgram, parameters, terminal)
  stdout.end()
  stderr.end()
  const [out, err] = await written
  return { stdout: out, stderr: err, exitCode }
}

/** The same as a process of its own. */
export async function operatorProcess(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
) {
  const child = startOperator(parameters, environment)
  const ended = once(child, 'exit')
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { stdout, stderr, exitCode: child.exitCode }
}
