import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** How far the log has been published. */
export interface Place {
  /** As the store counts; nothing is left behind up to here. */
  readonly position: bigint
  /** The last event up to there: a store to which the log was moved knows it at another position. */
  readonly lastEvent: EventPlace | undefined
}

/** Where an event is. In each store that holds the log, its stream, revision and id are the same. */
export type EventPlace = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'>

export const START: Place = { position: 0n, lastEvent: undefined }

export const placeOf = ({ id, stream, revision, position }: EventPlace): EventPlace => ({
  id,
  stream,
  revision,
  position,
})

const Written = Type.Object({
  position: Type.String({ pattern: '^[0-9]+$' }),
  lastEvent: Type.Optional(
    Type.Object({
      id: Type.String(),
      stream: Type.String(),
      revision: Type.String({ pattern: '^[0-9]+$' }),
      position: Type.String({ pattern: '^[0-9]+$' }),
    }),
  ),
})
const written = Compile(Written)

/** As it stands in the position topic. */
export function writePlace({ position, lastEvent }: Place): string {
  const place: Static<typeof Written> = { position: String(position) }
  if (lastEvent !== undefined) {
    const { id, stream, revision } = lastEvent
    const ofEvent = { revision: String(revision), position: String(lastEvent.position) }
    place.lastEvent = { id, stream, ...ofEvent }
  }
  return JSON.stringify(place)
}

export function readPlace(text: string): Place {
  const { position, lastEvent } = written.Parse(JSON.parse(text))
  if (lastEvent === undefined) return { position: BigInt(position), lastEvent }
  const { id, stream } = lastEvent
  const ofEvent = { revision: BigInt(lastEvent.revision), position: BigInt(lastEvent.position) }
  return { position: BigInt(position), lastEvent: { id, stream, ...ofEvent } }
}
