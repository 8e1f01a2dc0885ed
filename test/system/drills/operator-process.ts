import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(import.meta.resolve('#command/operator/main.ts'))

type Variables = Readonly<Record<string, string>>

/** Runs `operator …` as a process of its own. */
export async function operator(parameters: readonly string[], environment: Variables) {
  const { child, stdout, stderr } = startOperator(parameters, environment)
  await exited(child)
  return { exitCode: child.exitCode, stdout: await stdout, stderr: await stderr }
}

/** The same, for a test that ends it. */
export function startOperator(parameters: readonly string[], environment: Variables) {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, stdout: text(child.stdout), stderr: text(child.stderr) }
}

export async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
