import {
  AnotherLog,
  type EventStore,
  type LogPlace,
  referenceTo,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'

/**
 * The place as this store counts: right behind the event that was last, which is looked up in its
 * stream. In a store to which the log has been moved it stands at another position; in one that was
 * set back, what comes behind it is new. Throws AnotherLog when the log does not hold it, because nobody knows
 * then what has been published.
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
      wordsFor(found),
      {
        isCertain: found !== undefined,
      },
    )
  }
  return { position: found.position, lastEvent: referenceTo(found) }
}

const wordsFor = (found: StoredEvent | undefined) =>
  found === undefined ? 'nothing there' : `event ${found.id} there`
