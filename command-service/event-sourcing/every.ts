import { pause } from '#kernel/platform/waiting/timing.ts'

/** Does the work again and again, with a rest in between, until the signal is aborted. */
export async function every(restMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await pause(restMs, signal)
  }
}
