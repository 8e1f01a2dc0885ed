import type { EventStore, LogPlace } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { unlessAborted } from '#kernel/platform/waiting/timing.ts'

const LONGEST_PAUSE_MS = 2_000

/** Resolves once the event store has the log in which that place was reached, or when it is aborted. */
export async function untilOwnLog(
  eventStore: Pick<EventStore, 'checkPlace'>,
  place: LogPlace,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  await keepGoing({
    stop: signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt: () => unlessAborted(signal, eventStore.checkPlace(place)),
    failed(error, failures) {
      if (failures === 1) logger.error({ err: error }, 'the log could not be confirmed yet')
      return undefined
    },
  })
}
