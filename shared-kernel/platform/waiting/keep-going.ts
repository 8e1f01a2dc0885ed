import { pause, pauseMs } from './timing.ts'

/** What is begun again after each failure, with pauses that grow while it makes no progress. */
export interface Persistent<Outcome> {
  readonly stop: AbortSignal
  /** Its outcome ends the work; after `again` it is begun again at once. */
  readonly attempt: () => Promise<Outcome | 'again'>
  /** A mark that moves with the progress: a failure behind it is the first one. */
  readonly progress?: () => unknown
  /**
   * Called after each failure with their number. Milliseconds are a pause of its own, after something that was
   * to be expected, and is not counted. What it throws ends the work.
   */
  readonly failed: (
    error: unknown,
    failures: number,
  ) => number | undefined | Promise<number | undefined>
  readonly longestPauseMs: number
}

/** The outcome of the first attempt that has one; undefined if it was stopped before. */
export async function keepGoing<Outcome>({
  stop,
  attempt,
  progress = () => undefined,
  failed,
  longestPauseMs,
}: Persistent<Outcome>): Promise<Outcome | undefined> {
  for (let failures = 0; !stop.aborted; ) {
    const before = progress()
    try {
      const outcome = await attempt()
      if (outcome !== 'again') return outcome
      failures = 0
    } catch (error) {
      if (stop.aborted) return undefined
      const counted = progress() === before ? failures + 1 : 1
      const ownPauseMs = await failed(error, counted)
      if (ownPauseMs === undefined) failures = counted
      await pause(ownPauseMs ?? pauseMs(counted, longestPauseMs), stop)
    }
  }
  return undefined
}
