import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { freePort } from '#stack/free-port.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest } from '../dealer.ts'
import { customerRecorded } from '../samples.ts'

const entry = fileURLToPath(import.meta.resolve('#projections/main.ts'))
const TIMEOUT = { timeout: 20_000, interval: 10 }
/** Three seconds of silence, and what a busy machine adds. */
const TAKEN_OVER_WITHIN_MS = 10_000

async function startProcess(dealer: Dealer): Promise<ChildProcess> {
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
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
  }, TIMEOUT)
  return child
}

async function epoch(dealer: Dealer) {
  const rows = await dealer.rows<{ epoch: string }>('select epoch from read_model.checkpoint')
  return Number(rows[0]?.epoch)
}

/** How long it takes until somebody else than the owner of this epoch shows what is written. */
async function takenOverMs(dealer: Dealer, former: number) {
  const from = performance.now()
  await vi.waitFor(async () => expect(await epoch(dealer)).toBeGreaterThan(former), TIMEOUT)
  const head = await dealer.eventStore.headOfLog()
  await vi.waitFor(async () => expect((await dealer.positionShown()) >= head).toBe(true), TIMEOUT)
  return performance.now() - from
}

function keepWriting(dealer: Dealer) {
  const enough = new AbortController()
  const writing = (async () => {
    for (let n = 0; !enough.signal.aborted; n++) {
      const customerId = `${n % 20}`
      await dealer.write(customerEvents, customerId, customerRecorded({ customerId }))
    }
  })()
  const stop = async () => {
    enough.abort()
    await writing
  }
  onTestFinished(stop)
  return stop
}

test('of two processes the second takes over from one that is frozen or killed', async () => {
  const dealer = await dealerForThisTest()
  const one = await startProcess(dealer)
  const other = await startProcess(dealer)
  const stopWriting = keepWriting(dealer)

  one.kill('SIGSTOP')
  expect(await takenOverMs(dealer, 1)).toBeLessThan(TAKEN_OVER_WITHIN_MS)
  one.kill('SIGCONT')
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await takenOverMs(dealer, 2)).toBeLessThan(TAKEN_OVER_WITHIN_MS)

  await stopWriting()
  expect(await differences(dealer)).toEqual([])
  expect(await epoch(dealer)).toBe(3)
}, 60_000)
