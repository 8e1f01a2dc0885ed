import { CommandError } from '#kernel/platform/cli/command.ts'
import type { KeptEvent } from '#kernel/platform/event-store/kept-place.ts'
import type { KeptEventPosition, KeptPlace, KeptPositions } from './kept-positions.ts'
import type { MovedEvent, PositionMap } from './position-map.ts'

/** What becomes of a kept position. */
export interface Translated<Kept> {
  readonly kept: Kept
  readonly position: bigint
}

export interface TranslatedPlace extends Translated<KeptPlace> {
  readonly lastEvent: KeptEvent | null
}

/** Of all that is kept, what is otherwise in the target. */
export interface Translation {
  readonly places: readonly TranslatedPlace[]
  readonly events: readonly Translated<KeptEventPosition>[]
}

/** What a map must know, for a translation. */
export const askedOf = ({ places, events }: KeptPositions) => ({
  eventIds: [
    ...events.map(({ eventId }) => eventId),
    ...places.flatMap(({ lastEvent }) => lastEvent?.id ?? []),
  ],
  positions: places.map(({ position }) => position),
})

/**
 * Translates what is kept of the source's positions. What is the target's already stays: so a
 * translation that is repeated changes nothing.
 */
export function translate({ places, events }: KeptPositions, map: PositionMap): Translation {
  const areOfSource = logOfPlaces(places, map) === 'source'
  return {
    places: areOfSource ? places.map((kept) => translatedPlace(kept, map)).filter(isOther) : [],
    events: events.map((kept) => translatedEvent(kept, map)).filter(isOther),
  }
}

const isOther = ({ kept, position }: Translated<{ readonly position: bigint }>) =>
  position !== kept.position

function translatedEvent(kept: KeptEventPosition, map: PositionMap): Translated<KeptEventPosition> {
  const event = map.ofEvent(kept.eventId)
  if (event === undefined) throw ofAnotherLog(kept, kept.eventId)
  return { kept, position: event.inTarget }
}

/** A place between two events is one behind the first of them: what lies between is not ours. */
function translatedPlace(kept: KeptPlace, map: PositionMap): TranslatedPlace {
  const event = map.upTo(kept.position)
  return {
    kept,
    position: event?.inTarget ?? 0n,
    lastEvent: event === undefined ? null : referenceInTarget(event),
  }
}

const referenceInTarget = ({ id, stream, revision, inTarget }: MovedEvent): KeptEvent => ({
  id,
  stream,
  revision: revision.toString(),
  position: inTarget.toString(),
})

/** Whose positions the places are, which their last events tell; where both logs agree, either will do. */
function logOfPlaces(places: readonly KeptPlace[], map: PositionMap): 'source' | 'target' {
  const bySide = new Map<'source' | 'target', KeptPlace>()
  for (const place of places) {
    const { lastEvent } = place
    if (lastEvent === null) continue
    const event = map.ofEvent(lastEvent.id)
    const at = BigInt(lastEvent.position)
    if (event?.inSource !== at && event?.inTarget !== at) throw ofAnotherLog(place, lastEvent.id)
    if (event.inSource !== event.inTarget)
      bySide.set(at === event.inSource ? 'source' : 'target', place)
  }
  const [source, target] = [bySide.get('source'), bySide.get('target')]
  if (source === undefined || target === undefined)
    return target === undefined ? 'source' : 'target'
  throw new CommandError(
    `${nameOf(source)} is of the source and ${nameOf(target)} of the target: nothing was translated.`,
  )
}

const ofAnotherLog = (kept: KeptPlace | KeptEventPosition, eventId: string) =>
  new CommandError(
    `${nameOf(kept)} was made over another log: event ${eventId} is not where it was. Nothing was translated.`,
  )

const nameOf = ({ table, key }: KeptPlace | KeptEventPosition) => `${table.name} (${key})`
