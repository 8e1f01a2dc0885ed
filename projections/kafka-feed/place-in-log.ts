import {
  AnotherLog,
  type EventStore,
  type LogPlace,
  referenceTo,
} from '#kernel/platform/event-store/event-store.ts'

/**
 * Finds the last published event in its stream and returns the place directly after it. In a store
 * that the log was moved to, the event has another position. Throws `AnotherLog` when the log does
 * not hold the event: it is then unknown what has been published.
 */
export async function placeInLog(
  { readStream }: Pick<EventStore, 'readStream'>,
  place: LogPlace,
): Promise<LogPlace> {
  const { lastEvent } = place
  if (lastEvent === undefined) return place
  const { stream, revision, id } = lastEvent
  const [found] = await readStream(stream, { from: revision, maxCount: 1 })
  if (found?.id !== id) {
    throw new AnotherLog(
      `what was published last, event ${id}, ${stream}@${revision}`,
      found === undefined ? 'nothing there' : `event ${found.id} there`,
      { isCertain: found !== undefined },
    )
  }
  return { position: found.position, lastEvent: referenceTo(found) }
}
