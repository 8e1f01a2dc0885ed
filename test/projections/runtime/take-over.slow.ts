import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { differences } from '#test/support/read-model-fold.ts'
import { type Dealer, dealerForThisTest } from '../dealer.ts'
import { keepWriting, startProcess } from '../projections-process.ts'

const TIMEOUT = { timeout: 20_000, interval: 10 }
/** Three seconds of silence, and what a busy machine adds. */
const TAKEN_OVER_WITHIN_MS = 10_000

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
})
