import { pause, pauseMs } from './timing.ts'

interface Retrying {
  /** Whether another attempt is worth it; the first failure is 1. */
  readonly mayPass: (error: unknown, failures: number) => boolean
  readonly longestPauseMs?: number
  /** Ends the pauses, not the attempts. */
  readonly stop?: AbortSignal
}

/** The outcome of the first attempt that has one, with pauses that grow; or what the last failure was. */
export async function retried<Outcome>(
  attempt: () => Promise<Outcome>,
  { mayPass, longestPauseMs, stop = new AbortController().signal }: Retrying,
): Promise<Outcome> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error, failures)) throw error
    }
    await pause(pauseMs(failures, longestPauseMs), stop)
  }
}
