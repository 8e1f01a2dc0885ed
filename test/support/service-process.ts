import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { compiled } from './compiled.ts'
import { LONGEST_START_MS } from './patience.ts'
import { readyWithin } from './ready.ts'

/** A service as a process of its own, at one address over all its restarts. */
export interface ServiceProcess {
  readonly url: string
  readonly start: () => Promise<void>
  /** As an orchestrator does it: SIGTERM, then it is waited for. */
  readonly stop: () => Promise<void>
}

/**
 * For services that are restarted under load. A busy machine writes late, and a service that closes waits for its
 * requests longer than that; the gateway asks twice a second, on a busy machine later.
 */
export const RESTARTED_UNDER_LOAD = { EVENTSTORE_TIMEOUT_MS: '7000', DRAIN_SECONDS: '5' } as const

/** A process with that main file, ended with the running test at the latest. */
export async function serviceProcess(
  main: string,
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | undefined
  onTestFinished(() => void child?.kill('SIGKILL'))
  return {
    url,
    async start() {
      child = spawn(process.execPath, [main], {
        env: {
          ...compiled(),
          PATH: process.env['PATH'],
          RATE_PER_KEY: '0',
          ...environment,
          PORT: String(port),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await readyWithin(url, LONGEST_START_MS)
    },
    async stop() {
      if (child === undefined) throw new Error('it was not started')
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      expect([child.exitCode, child.signalCode]).toEqual([0, null])
    },
  }
}
