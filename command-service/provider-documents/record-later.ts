import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import { pause, pauseMs } from '#kernel/platform/waiting/timing.ts'
import { withBudgetAnew } from '#kernel/platform/waiting/waiting-budget.ts'

const LONGEST_PAUSE_MS = 2_000
const MOST_TRIES = 600

/**
 * Records what an outage has kept from being recorded, as soon as the log answers again. The request has
 * been answered by then; where this process ends first, the document's deadline does the rest.
 */
export async function recordLater(
  record: () => Promise<unknown>,
  closing: AbortSignal,
): Promise<void> {
  for (let failures = 1; failures <= MOST_TRIES && !closing.aborted; failures++) {
    await pause(pauseMs(failures, LONGEST_PAUSE_MS), closing)
    try {
      await withBudgetAnew(record)
      return
    } catch (error) {
      // A refusal says that it has been decided otherwise in the meantime.
      if (unavailabilityOf(error) === undefined) return
    }
  }
}
