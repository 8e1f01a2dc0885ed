import type { RecordedEvent } from './recorded-event.ts'

/** Where the first event stands: not at nought, which clients take for the start of the log. */
const FIRST_POSITION = 64n

/** What an event takes up besides its names and its bytes. */
const FRAME_BYTES = 64

type StoredEvent = Pick<RecordedEvent, 'position' | 'stream' | 'type' | 'data' | 'metadata'>

/**
 * Where the event behind this one stands. A position is a place in the log, as in a file: all that
 * is stored before it, added up. Nothing else computes one.
 */
export function positionBehind(last: StoredEvent | undefined): bigint {
  if (last === undefined) return FIRST_POSITION
  const names = Buffer.byteLength(last.stream) + Buffer.byteLength(last.type)
  return last.position + BigInt(FRAME_BYTES + names + last.data.length + last.metadata.length)
}
