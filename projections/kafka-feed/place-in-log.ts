import {
  type EventStore,
  type LogPlace,
  referenceTo,
} from '#kernel/platform/event-store/event-store.ts'

/**
 * The place as this store counts: right behind the event that was last, which is looked up in its
 * stream. In a store to which the log has been moved it stands at another position; in one that was
 * set back, what comes behind it is new. Throws when the log does not hold it, because nobody knows
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
    throw new Error(`the log lacks what was published last: event ${id}, ${stream}@${revision}`)
  }
  return { position: found.position, lastEvent: referenceTo(found) }
}
