import {
  type EventMacs,
  type EventTexts,
  type JsonObject,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from './event-store.ts'
import { type LogPosition, logPosition } from './log-position.ts'
import type { ResolvedEvent } from './store-client.ts'

/** What stands at a position of the log; of the store's own events and of other programs' only that. */
export interface Seen {
  readonly position: LogPosition
  readonly event?: StoredEvent
  /** The size of the event as it was sent. */
  readonly bytes?: number
}

/** An event of the store's protocol. */
interface WireEvent {
  readonly id: string
  readonly type: string
  readonly stream: string
  readonly revision: bigint
  readonly commit: bigint
  /** Undefined if the data is not JSON. */
  readonly data: unknown
  readonly metadata: unknown
  readonly createdMs: number
  /** If they are known, and JSON. */
  readonly texts?: EventTexts
}

export function storedEvent(wire: WireEvent, macs: EventMacs): StoredEvent {
  const { id, type, stream, revision, createdMs: storedAt } = wire
  const [data, metadata] = [jsonObject(wire.data), jsonObject(wire.metadata)]
  const located = { id, type, data, metadata, stream, revision }
  const position = logPosition(wire.commit)
  const isGenuine = macs.isGenuine(located, wire.texts)
  const isNeighbours = !isGenuine && !macs.isNamedAsOurs(stream)
  return { ...located, position, storedAt, isGenuine, ...(isNeighbours && { isNeighbours }) }
}

/** From what the client makes of an event. Undefined without an event or a position: old stores give none. */
export function resolvedEvent(resolved: ResolvedEvent, macs: EventMacs): StoredEvent | undefined {
  const { event } = resolved
  const commit = event?.position?.commit ?? resolved.commitPosition
  if (event === undefined || commit === undefined) return undefined
  const { streamId: stream, created } = event
  return storedEvent({ ...event, stream, commit, createdMs: created.getTime() }, macs)
}

export const isSystemEvent = ({ stream, type }: Pick<StoredEvent, 'stream' | 'type'>): boolean =>
  stream.startsWith('$') || type.startsWith('$')

/** Others' events may be deleted, so a place never refers to one. */
export const placeInLog = ({ position, event }: Seen): LogPlace =>
  event?.isGenuine === true ? placeBehind(event) : { position, lastEvent: undefined }

/** An event that other software wrote in another format shows no data. */
const jsonObject = (value: unknown): JsonObject =>
  isJsonObject(value) && isWithin(MOST_LEVELS, value) ? value : {}

/** Ours have ten. JSON that is nested more than some thousand times can be read, but not written again. */
const MOST_LEVELS = 200

function isWithin(levels: number, value: object): boolean {
  if (levels === 0) return false
  return Object.values(value).every(
    (inner: unknown) => typeof inner !== 'object' || inner === null || isWithin(levels - 1, inner),
  )
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array)
