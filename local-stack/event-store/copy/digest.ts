import { createHash } from 'node:crypto'
import type { Entry } from './carried.ts'

export interface Digest {
  readonly events: number
  readonly sha256: string
}

/** Adds up what a log holds, event by event in its order. */
export function createDigest() {
  const hash = createHash('sha256')
  let events = 0
  return {
    add: (entry: Entry) => {
      events += 1
      hash.update(headOf(entry))
      hash.update(entry.event.data)
      hash.update(entry.event.metadata)
    },
    result: (): Digest => ({ events, sha256: hash.copy().digest('hex') }),
  }
}

export const areAlike = (one: Entry, other: Entry): boolean =>
  headOf(one) === headOf(other) &&
  Buffer.compare(one.event.data, other.event.data) === 0 &&
  Buffer.compare(one.event.metadata, other.event.metadata) === 0

/**
 * Everything but the bytes, and how many of those there are. Servers give ids of their own to what
 * only they can write, and know no content type but JSON and not JSON.
 */
function headOf({ carrying, event }: Entry): string {
  const { stream, revision, type, contentType, data, metadata } = event
  const id = carrying === 'append' ? event.id : carrying
  const isJson = contentType === 'application/json'
  return JSON.stringify([stream, `${revision}`, id, type, isJson, data.length, metadata.length])
}
