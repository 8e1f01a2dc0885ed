import type { ResolvedEvent } from '@eventstore/db-client'
import {
  type EventMacs,
  type JsonObject,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from './event-store.ts'
import { logPosition } from './log-position.ts'

/** Undefined if the store gives no event or no position; old versions do so. */
export function storedEvent(resolved: ResolvedEvent, macs: EventMacs): StoredEvent | undefined {
  const { event } = resolved
  const commit = event?.position?.commit ?? resolved.commitPosition
  if (event === undefined || commit === undefined) return undefined
  const position = logPosition(commit)
  const { id, type, revision, streamId: stream } = event
  const [data, metadata] = [jsonObject(event.data), jsonObject(event.metadata)]
  const located = { id, type, data, metadata, stream, revision }
  const storedAt = event.created.getTime()
  return { ...located, position, storedAt, isGenuine: macs.isGenuine(located) }
}

export const isSystemEvent = ({ stream, type }: StoredEvent): boolean =>
  stream.startsWith('$') || type.startsWith('$')

/** The store deletes its own system events, so a place never refers to one. */
export const placeInLog = (event: StoredEvent): LogPlace =>
  isSystemEvent(event) ? { position: event.position, lastEvent: undefined } : placeBehind(event)

/** An event that other software wrote in another format shows no data. */
const jsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array)
