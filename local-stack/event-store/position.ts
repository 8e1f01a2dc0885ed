import type { RecordedEvent } from './recorded-event.ts'

/** The position of the first event. Not 0, which clients use for the start of the log. */
const FIRST_POSITION = 64n

/** The size of an event besides its names and its bytes. */
const FRAME_BYTES = 64

type StoredEvent = Pick<RecordedEvent, 'position' | 'stream' | 'type' | 'data' | 'metadata'>

/**
 * The position of the next event. A position is an offset in the log, as in a file: the size of
 * everything before it. Only this function computes positions.
 */
export function positionBehind(last: StoredEvent | undefined): bigint {
  if (last === undefined) return FIRST_POSITION
  const names = Buffer.byteLength(last.stream) + Buffer.byteLength(last.type)
  return last.position + BigInt(FRAME_BYTES + names + last.data.length + last.metadata.length)
}
