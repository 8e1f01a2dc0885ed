import type { ResolvedEvent } from '@eventstore/db-client'
import type { JsonObject, StoredEvent } from './event-store.ts'

/** Undefined when the store names no event or no position, as old versions do. */
export function storedEvent(resolved: ResolvedEvent): StoredEvent | undefined {
  const { event } = resolved
  const position = event?.position?.commit ?? resolved.commitPosition
  if (event === undefined || position === undefined) return undefined
  const { id, type, revision, streamId: stream } = event
  const data = jsonObject(event.data)
  return { id, type, data, metadata: jsonObject(event.metadata), stream, revision, position }
}

export const isSystemEvent = ({ stream, type }: StoredEvent): boolean =>
  stream.startsWith('$') || type.startsWith('$')

/** What other software wrote in another format is none of ours: such an event shows no data. */
const jsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array)
