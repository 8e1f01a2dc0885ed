import { setTimeout as pause } from 'node:timers/promises'

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

async function holds(expectation: () => unknown): Promise<boolean> {
  try {
    await expectation()
    return true
  } catch {
    return false
  }
}
