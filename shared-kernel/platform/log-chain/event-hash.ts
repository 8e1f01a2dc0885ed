import { createHash } from 'node:crypto'
import type { StoredEvent } from '../event-store/event-store.ts'

/** Of the empty log. */
export const GENESIS: Buffer = Buffer.alloc(32)

/**
 * SHA-256 of the event's canonical JSON: what was written, sealed fields as they are, and its place
 * in its stream. Where a store put it is left out, so that the hash outlives a move to another one.
 */
export const eventHash = ({ id, stream, revision, type, data, metadata }: StoredEvent): Buffer =>
  createHash('sha256')
    .update(canonicalJson({ id, stream, revision: revision.toString(), type, data, metadata }))
    .digest()

/** The head behind an event: SHA-256 of the head before it, followed by the event's hash. */
export const nextHead = (head: Uint8Array, hash: Uint8Array): Buffer =>
  createHash('sha256').update(head).update(hash).digest()

/**
 * RFC 8785, for what has been read from JSON: members in the order of their names' UTF-16 units, no
 * space. Half a surrogate pair is escaped where the RFC would refuse: a log that has one is checked too.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted(byUnits)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
  return `{${members.join(',')}}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function byUnits(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
