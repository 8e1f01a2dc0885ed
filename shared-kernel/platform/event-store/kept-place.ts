import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CountByCategory } from '#kernel/events/category-of.ts'
import type { EventReference, LogPlace } from './event-store.ts'
import { type LogPosition, parseLogPosition } from './log-position.ts'

const digits = Type.String({ pattern: '^[0-9]+$' })

const KeptEvent = Type.Object({
  id: Type.String(),
  stream: Type.String(),
  revision: digits,
  position: digits,
  /** How many events were passed up to the place; earlier versions did not count. */
  passed: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
})
const KeptPlace = Type.Object({ position: digits, lastEvent: Type.Optional(KeptEvent) })

/** A reference to an event, as stored in JSON. */
export type KeptEvent = Static<typeof KeptEvent>

const keptEvent = Compile(KeptEvent)
const keptPlace = Compile(KeptPlace)

const keepEvent = (
  { id, stream, revision, position }: EventReference,
  passed: CountByCategory | undefined,
): KeptEvent => ({
  id,
  stream,
  revision: revision.toString(),
  position: position.toString(),
  ...(passed && { passed }),
})

/** Throws if the last event is not a stored reference. */
function placeOf(position: LogPosition, kept: unknown): LogPlace {
  const { id, stream, revision, passed, ...event } = keptEvent.Parse(kept)
  const at = parseLogPosition(event.position)
  const lastEvent = { id, stream, revision: BigInt(revision), position: at }
  // A place that somebody set back on purpose keeps a last event that is ahead of it.
  return { position, lastEvent, ...(at <= position && { passed }) }
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
export const lastEventColumn = ({ lastEvent, passed }: LogPlace): string | null =>
  lastEvent === undefined ? null : JSON.stringify(keepEvent(lastEvent, passed))

/** What is stored of a place, for JSON with more in it. */
export const keepPlace = ({ position, lastEvent, passed }: LogPlace) => ({
  position: position.toString(),
  ...(lastEvent && { lastEvent: keepEvent(lastEvent, passed) }),
})

/** JSON. */
export const writePlace = (place: LogPlace): string => JSON.stringify(keepPlace(place))

/** Throws if the text is not a stored place. */
export function readPlace(text: string): LogPlace {
  const { position, lastEvent = null } = keptPlace.Parse(JSON.parse(text))
  return placeFromColumns({ position, last_event: lastEvent })
}
