import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, vi } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { loginRole } from './login-role.ts'
import { LONGEST_START_MS } from './patience.ts'
import type { SystemAddresses } from './system.ts'
import { countedMs } from './within.ts'
import { withoutLimits } from './without-limits.ts'

const STOPS_WITHIN_MS = 10_000

const StackFile = Compile(
  Type.Object(
    {
      baseUrl: Type.String(),
      commandUrl: Type.String(),
      queryUrl: Type.String(),
      eventStoreUrl: Type.String(),
      databaseUrl: Type.String(),
      databases: Type.Record(loginRole, Type.String()),
      sandboxUrl: Type.Union([Type.String(), Type.Null()]),
      integratorUrl: Type.Union([Type.String(), Type.Null()]),
      attemptDeadlineSeconds: Type.Integer(),
      sanctionSources: Type.Array(Type.Object({ list: Type.String(), url: Type.String() })),
      kafkaBrokers: Type.Union([Type.String(), Type.Null()]),
      feedUrl: Type.Union([Type.String(), Type.Null()]),
      pids: Type.Record(Type.String(), Type.Integer()),
    },
    { additionalProperties: false },
  ),
)

export interface RunningStack {
  readonly supervisor: ChildProcess
  readonly output: () => string
  readonly baseUrl: string
  readonly startedInMs: number
}

export type Place = Awaited<ReturnType<typeof placeForStacks>>

/** A folder and a port on which one stack after the other can run. */
export async function placeForStacks() {
  const folder = await temporaryFolder('stack')
  const port = await freePort()
  const stackFile = async () =>
    StackFile.Parse(JSON.parse(await readFile(join(folder, 'stack.json'), 'utf8')))
  const variables = (environment: Readonly<Record<string, string>>) => ({
    // Without a process that most of them do not need.
    WEBHOOKS: 'false',
    DEMO_EXAMPLES: 'false',
    HEALTH_REASONS: 'true',
    ...withoutLimits,
    ...environment,
    DATA_DIR: folder,
    PORT: String(port),
  })
  return {
    folder,
    port,
    /** Without waiting until it is ready. */
    launch: (environment: Readonly<Record<string, string>> = {}) => launch(variables(environment)),
    start: (environment: Readonly<Record<string, string>> = {}) =>
      startStack(variables(environment)),
    stackFile,
    addresses: async (): Promise<SystemAddresses> => {
      const { sandboxUrl, ...stack } = await stackFile()
      const vaultKey = (await readFile(join(folder, 'vault.key'), 'utf8')).trim()
      return { ...stack, sandboxUrl: sandboxUrl ?? '', vaultKey }
    },
    isRunning: () => existsSync(join(folder, 'stack.json')),
  }
}

/** `npm start` without npm; ended with the test at the latest. */
function launch(environment: Readonly<Record<string, string>>) {
  const supervisor = spawn(process.execPath, ['local-stack/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    await stopStack(supervisor)
  })
  let output = ''
  const take = (chunk: unknown) => {
    output += String(chunk)
  }
  supervisor.stdout.on('data', take)
  supervisor.stderr.on('data', take)
  return { supervisor, output: () => output }
}

async function startStack(environment: Readonly<Record<string, string>>): Promise<RunningStack> {
  const passedMs = countedMs()
  const { supervisor, output } = launch(environment)
  await vi.waitFor(
    () => {
      expect([supervisor.exitCode, output()]).toEqual([null, expect.stringMatching(/^ready: /m)])
    },
    { timeout: LONGEST_START_MS, interval: 20 },
  )
  const baseUrl = /^ready: (\S+)$/m.exec(output())?.[1] ?? ''
  return { supervisor, output, baseUrl, startedInMs: passedMs() }
}

/** Its exit code, as after Ctrl-C. */
export async function stopStack(supervisor: ChildProcess): Promise<number | null> {
  if (supervisor.exitCode === null && supervisor.signalCode === null) {
    const exited = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    await exited
  }
  return supervisor.exitCode
}

/** The same in order, and in the time that the documents state; a busy machine has as long as it took to start. */
export async function stopInTime({ supervisor, startedInMs }: RunningStack): Promise<void> {
  const passedMs = countedMs()
  expect(await stopStack(supervisor)).toBe(0)
  expect(passedMs()).toBeLessThan(Math.max(STOPS_WITHIN_MS, startedInMs))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
