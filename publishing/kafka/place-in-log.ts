import {
  type EventStore,
  type LogPlace,
  referenceTo,
} from '#kernel/platform/event-store/event-store.ts'
import { differenceAt } from '#kernel/platform/event-store/log-identity.ts'

/**
 * Finds the last published event in its stream and returns the place directly after it. In a store
 * that the log was moved to, the event has another position. Throws `AnotherLog` when the log does
 * not hold the event: it is then unknown what has been published.
 */
export async function placeInLog(
  { readLog, readStream }: Pick<EventStore, 'readLog' | 'readStream'>,
  place: LogPlace,
): Promise<LogPlace> {
  const { lastEvent } = place
  if (lastEvent === undefined) return place
  const { stream, revision, id } = lastEvent
  const [found] = await readStream(stream, { from: revision, maxCount: 1 })
  if (found?.id !== id) {
    throw await differenceAt({ readLog }, lastEvent, found)
  }
  return { ...place, position: found.position, lastEvent: referenceTo(found) }
}
