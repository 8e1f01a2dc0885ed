import { createHash } from 'node:crypto'
import type { Entry } from './carried.ts'

export interface Digest {
  readonly events: number
  readonly sha256: string
}

/** Computes the digest of a log, event by event in order. */
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
 * The event's fields without its bytes, but with their lengths. The id of an event that only a server
 * can write differs between servers, which also know just two content types: JSON and other.
 */
function headOf({ carrying, event }: Entry): string {
  const { stream, revision, type, contentType, data, metadata } = event
  const id = carrying === 'append' ? event.id : carrying
  const isJson = contentType === 'application/json'
  return JSON.stringify([stream, `${revision}`, id, type, isJson, data.length, metadata.length])
}
