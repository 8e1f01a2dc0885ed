import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Registry } from 'prom-client'
import { onTestFinished, vi } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { freePort } from '#stack/free-port.ts'
import { sandboxServer } from '#stack/sandbox/server.ts'
import { openState } from '#stack/sandbox/state/state.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { compiled } from './compiled.ts'
import { LONGEST_START_MS } from './patience.ts'

/** A sandbox inside this process, on a port of its own, with its state at hand. */
export async function sandboxForThisTest() {
  const state = openState(await temporaryFolder('sandbox'))
  const server = sandboxServer({ state, logger: silentLogger, metrics: new Registry() })
  onTestFinished(async () => {
    await server.close()
    state.close()
  })
  return { state, url: await server.listen({ host: '127.0.0.1', port: 0 }) }
}

/** A sandbox as the product runs it: a process of its own, with the parent's channel. */
export async function startSandboxProcess(folder: string, logLevel = 'warn') {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['local-stack/sandbox/main.ts'], {
    env: { ...compiled(), PORT: String(port), DATA_DIR: folder, LOG_LEVEL: logLevel },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let log = ''
  child.stdout?.on('data', (piece: Buffer) => {
    log += piece.toString()
  })
  onTestFinished(async () => void (await end(child, 'SIGKILL')))
  await vi.waitUntil(() => answers(`${url}/health/ready`), {
    timeout: LONGEST_START_MS,
    interval: 20,
  })
  return { child, url, log: () => log }
}

/** Ends it by the signal; answers the exit code, null when the signal itself ended it. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return child.exitCode
}

export const post = (url: string, body: unknown) => send('POST', url, body)

export const put = (url: string, body: unknown) => send('PUT', url, body)

export const send = (method: string, url: string, body: unknown, signal?: AbortSignal) =>
  fetch(url, {
    method,
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

export async function bodyOf(url: string): Promise<unknown> {
  const response = await fetch(url)
  return response.json()
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
