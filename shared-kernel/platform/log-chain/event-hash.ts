import { createHash } from 'node:crypto'
import type { StoredEvent } from '../event-store/event-store.ts'

/** What the hash of an event covers. */
export type HashedEvent = Pick<
  StoredEvent,
  'id' | 'stream' | 'revision' | 'type' | 'data' | 'metadata'
>

/** The head of the empty log. */
export const GENESIS: Buffer = Buffer.alloc(32)

/**
 * SHA-256 of the event's canonical JSON: what was written, with fields as sealed, and its place in the
 * stream. The position is left out, so that the hash stays valid in a store that the log is moved to.
 */
export const eventHash = (event: HashedEvent): Buffer =>
  createHash('sha256').update(hashedJson(event)).digest()

/** The text that is hashed. */
export const hashedJson = ({ id, stream, revision, type, data, metadata }: HashedEvent): string =>
  canonicalJson({ id, stream, revision: revision.toString(), type, data, metadata })

/** The head after an event: SHA-256 of the head before it and the event's hash. */
export const nextHead = (head: Uint8Array, hash: Uint8Array): Buffer =>
  createHash('sha256').update(head).update(hash).digest()

/**
 * Canonical JSON (RFC 8785) of a parsed value: members sorted by the UTF-16 units of their names, no
 * white space. It escapes a lone surrogate, which the RFC refuses, so that every log can be hashed.
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
