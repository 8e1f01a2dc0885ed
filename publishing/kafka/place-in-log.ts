import {
  type EventStore,
  type LogPlace,
  referenceTo,
} from '#kernel/platform/event-store/event-store.ts'
import { differenceAt } from '#kernel/platform/event-store/log-identity.ts'
import { standingFor } from '#kernel/platform/event-store/standing-for.ts'

/**
 * Finds the last published event in the log and returns the place directly after it. In a store
 * that the log was moved to, the event has another position. Throws `AnotherLog` when the log does
 * not hold the event: it is then unknown what has been published.
 */
export async function placeInLog(
  log: Pick<EventStore, 'eventAt' | 'readLog' | 'readStream'>,
  place: LogPlace,
): Promise<LogPlace> {
  const { lastEvent } = place
  if (lastEvent === undefined) return place
  const found = await standingFor(log, lastEvent)
  if (found?.id !== lastEvent.id) throw await differenceAt(log, lastEvent, found)
  return { ...place, position: found.position, lastEvent: referenceTo(found) }
}
