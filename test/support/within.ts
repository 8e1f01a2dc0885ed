import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const LOOK_EVERY_MS = 50

/**
 * Expects what has to be so within a time. The time is counted in looks, because a busy machine is late
 * with everything: with its looks as well as with what they wait for.
 */
export async function within(ms: number, expectation: () => unknown): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= LOOK_EVERY_MS) {
    if (await holds(expectation)) return
    await pause(LOOK_EVERY_MS)
  }
  await expectation()
}

/** Counts the time from now on in looks: on a busy machine less than the clock's. */
export function countedMs(): () => number {
  let looks = 0
  const looking = setInterval(() => {
    looks += 1
  }, LOOK_EVERY_MS)
  onTestFinished(() => clearInterval(looking))
  return () => looks * LOOK_EVERY_MS
}

async function holds(expectation: () => unknown): Promise<boolean> {
  try {
    await expectation()
    return true
  } catch {
    return false
  }
}
