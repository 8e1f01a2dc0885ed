import { pause } from './timing.ts'

/** Does the work again and again, with a rest in between, until the signal is aborted. */
export async function every(restMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await pause(restMs, signal)
  }
}

/** The same with a rest before the first time. */
export async function afterEachRest(
  restMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
) {
  await pause(restMs, signal)
  await every(restMs, signal, work)
}
