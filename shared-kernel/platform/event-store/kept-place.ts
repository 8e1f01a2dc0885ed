import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { EventReference, LogPlace } from './event-store.ts'
import { type LogPosition, parseLogPosition } from './log-position.ts'

const digits = Type.String({ pattern: '^[0-9]+$' })

const KeptEvent = Type.Object({
  id: Type.String(),
  stream: Type.String(),
  revision: digits,
  position: digits,
})
const KeptPlace = Type.Object({ position: digits, lastEvent: Type.Optional(KeptEvent) })

/** A reference to an event, as stored in JSON. */
export type KeptEvent = Static<typeof KeptEvent>

const keptEvent = Compile(KeptEvent)
const keptPlace = Compile(KeptPlace)

const keepEvent = ({ id, stream, revision, position }: EventReference): KeptEvent => ({
  id,
  stream,
  revision: revision.toString(),
  position: position.toString(),
})

/** Throws if the last event is not a stored reference. */
function placeOf(position: LogPosition, kept: unknown): LogPlace {
  const { id, stream, revision, ...event } = keptEvent.Parse(kept)
  const at = parseLogPosition(event.position)
  return { position, lastEvent: { id, stream, revision: BigInt(revision), position: at } }
}

/** A place in the columns of a table; `last_event` is JSON. */
export interface PlaceColumns {
  readonly position: string
  readonly last_event: unknown
}

export const placeFromColumns = ({ position, last_event: kept }: PlaceColumns): LogPlace =>
  kept === null
    ? { position: parseLogPosition(position), lastEvent: undefined }
    : placeOf(parseLogPosition(position), kept)

/** For a column of JSON; null before there is an event. */
export const lastEventColumn = ({ lastEvent }: LogPlace): string | null =>
  lastEvent === undefined ? null : JSON.stringify(keepEvent(lastEvent))

/** What is stored of a place, for JSON with more in it. */
export const keepPlace = ({ position, lastEvent }: LogPlace) => ({
  position: position.toString(),
  ...(lastEvent && { lastEvent: keepEvent(lastEvent) }),
})

/** JSON. */
export const writePlace = (place: LogPlace): string => JSON.stringify(keepPlace(place))

/** Throws if the text is not a stored place. */
export function readPlace(text: string): LogPlace {
  const { position, lastEvent = null } = keptPlace.Parse(JSON.parse(text))
  return placeFromColumns({ position, last_event: lastEvent })
}
