import type { EventReference } from './event-store.ts'
import type { Reader } from './reader.ts'

/**
 * What the log has in the place of an event that was there: the event itself, if it is still at its position, although
 * somebody may have deleted or cut its stream; otherwise what its stream has from its revision on, which is the event
 * where the log was moved, and a later one where the stream was cut.
 */
export async function standingFor(
  { eventAt, readStream }: Pick<Reader, 'eventAt' | 'readStream'>,
  { id, stream, revision, position }: EventReference,
  deadlineMs?: number,
) {
  const there = await eventAt(position, deadlineMs)
  if (there?.id === id && there.stream === stream && there.revision === revision) return there
  const [inStream] = await readStream(stream, { from: revision, maxCount: 1 }, deadlineMs)
  return inStream
}
