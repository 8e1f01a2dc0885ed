import fc from 'fast-check'
import { TestRunner } from 'vitest'

const SHARE = 2 / 3
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** Kept, for a test may replace the clock. */
const now = Date.now

/** Two thirds of what is left of a test's time. Vitest takes a timeout of 0 for none. */
export const limitOf = (timeoutMs: number, startedAt: number, at: number) =>
  timeoutMs > 0
    ? Math.min(Math.max(0, (startedAt + timeoutMs - at) * SHARE), LONGEST_TIMER_MS)
    : LONGEST_TIMER_MS

/**
 * A property that fails is shrunk until the limit, not until Vitest ends the test: what ends in time
 * prints the seed and the smallest counterexample so far. One that has not ended by then fails too.
 */
export const reportedWithin = (limitMs: number) =>
  fc.interruptAfterTimeLimit(limitMs, { failOnInterrupt: true })

let isInstalled = false

/** Once in a worker, however many files it runs. */
export function limitProperties(): void {
  if (isInstalled) return
  isInstalled = true
  fc.installGlobalPlugin((index, store) => {
    const test = TestRunner.getCurrentTest()
    if (test === undefined) return {}
    const at = now()
    return reportedWithin(limitOf(test.timeout, test.result?.startTime ?? at, at))(index, store)
  })
}
