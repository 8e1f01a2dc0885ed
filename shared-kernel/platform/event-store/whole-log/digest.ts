import { createHash } from 'node:crypto'
import type { LogEvent } from './log-event.ts'

export interface Digest {
  readonly events: number
  readonly sha256: string
}

/** Computes the digest of a log, event by event in order. */
export function createDigest() {
  const hash = createHash('sha256')
  let events = 0
  return {
    add: (event: LogEvent) => {
      events += 1
      hash.update(headOf(event))
      hash.update(event.data)
      hash.update(event.metadata)
    },
    result: (): Digest => ({ events, sha256: hash.copy().digest('hex') }),
  }
}

export const areAlike = (one: LogEvent, other: LogEvent): boolean =>
  headOf(one) === headOf(other) &&
  Buffer.compare(one.data, other.data) === 0 &&
  Buffer.compare(one.metadata, other.metadata) === 0

/** The event's fields without its bytes, but with their lengths. Servers know just two content types: JSON and other. */
function headOf({ stream, revision, id, type, contentType, data, metadata }: LogEvent): string {
  const isJson = contentType === 'application/json'
  return JSON.stringify([stream, `${revision}`, id, type, isJson, data.length, metadata.length])
}
