import type { EventStore, LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { pause, pauseMs, unlessAborted } from '#kernel/platform/waiting/timing.ts'

const LONGEST_PAUSE_MS = 2_000

/** Resolves once the event store has the log in which that place was reached, or when it is aborted. */
export async function untilOwnLog(
  eventStore: Pick<EventStore, 'checkPlace'>,
  place: LogPlace,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await unlessAborted(signal, eventStore.checkPlace(place))
    } catch (error) {
      if (failures === 0 && !signal.aborted)
        logger.error({ err: error }, 'the log could not be confirmed yet')
    }
    await pause(pauseMs(failures, LONGEST_PAUSE_MS), signal)
  }
}
