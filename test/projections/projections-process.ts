import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { freePort } from '#stack/free-port.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import type { Dealer } from './dealer.ts'
import { customerRecorded } from './samples.ts'

const entry = fileURLToPath(import.meta.resolve('#projections/main.ts'))
/** Leaves the machine to those who show what is written. */
const WRITE_EVERY_MS = 5
const TIMEOUT = { timeout: LONGEST_WAIT_MS, interval: 10 }

/** The service in a process of its own, once it is ready. */
export async function startProcess(dealer: Dealer): Promise<ChildProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      PORT: String(port),
      DATABASE_URL: dealer.databases.projections,
      EVENTSTORE_URL: dealer.eventStoreUrl,
      VAULT_KEY: dealer.vaultKey.toString('hex'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const ask = () => fetch(`http://127.0.0.1:${port}/health/ready`)
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), TIMEOUT)
  return child
}

/** Customers come until the returned function is called, one after the other. */
export function keepWriting(dealer: Dealer) {
  const enough = new AbortController()
  const writing = (async () => {
    for (let n = 0; !enough.signal.aborted; n++) {
      const customerId = `${n % 20}`
      await dealer.write(customerEvents, customerId, customerRecorded({ customerId }))
      await pause(WRITE_EVERY_MS)
    }
  })()
  const stop = async () => {
    enough.abort()
    await writing
  }
  onTestFinished(stop)
  return stop
}
