import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

type Variables = Readonly<Record<string, string>>

/** Runs a program of ours as a process of its own, to its end. */
export async function program(main: string, parameters: readonly string[], environment: Variables) {
  const { child, stdout, stderr } = startProgram(main, parameters, environment)
  await exited(child)
  return { exitCode: child.exitCode, stdout: await stdout, stderr: await stderr }
}

/** The same, for a test that ends it. */
export function startProgram(main: string, parameters: readonly string[], environment: Variables) {
  const child = spawn(process.execPath, [main, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, stdout: text(child.stdout), stderr: text(child.stderr) }
}

export async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
