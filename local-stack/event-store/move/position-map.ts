import type { LogEvent } from '#kernel/platform/event-store/whole-log/log-event.ts'

/** An event that both logs hold, with its positions. */
export interface MovedEvent extends Pick<LogEvent, 'id' | 'stream' | 'revision'> {
  readonly inSource: bigint
  readonly inTarget: bigint
}

interface MapRequest {
  readonly eventIds: readonly string[]
  readonly positions: readonly bigint[]
}

/** Maps positions of one log to another. It keeps only the wanted ones, so that it stays small. */
export interface PositionMap {
  /** Takes the next event that both logs hold. */
  readonly add: (inSource: LogEvent, inTarget: LogEvent) => void
  readonly ofEvent: (id: string) => MovedEvent | undefined
  /** The last event of Sarraf at or before a position of the source. */
  readonly upTo: (position: bigint) => MovedEvent | undefined
}

export function createPositionMap({ eventIds, positions }: MapRequest): PositionMap {
  const ids = new Set(eventIds)
  const ahead = [...new Set(positions)].toSorted((one, other) => (one < other ? 1 : -1))
  const events = new Map<string, MovedEvent>()
  const passed = new Map<bigint, MovedEvent | undefined>()
  let last: MovedEvent | undefined
  return {
    add(inSource, inTarget) {
      if (!isOurs(inSource)) return
      for (let next = ahead.at(-1); next !== undefined && next < inSource.position; ) {
        passed.set(next, last)
        ahead.pop()
        next = ahead.at(-1)
      }
      const { id, stream, revision } = inSource
      last = { id, stream, revision, inSource: inSource.position, inTarget: inTarget.position }
      if (ids.has(id)) events.set(id, last)
    },
    ofEvent: (id) => events.get(id),
    upTo: (position) => (passed.has(position) ? passed.get(position) : last),
  }
}

/** A server may remove its own events, so they cannot identify a place. */
const isOurs = ({ stream, type }: LogEvent) => !stream.startsWith('$') && !type.startsWith('$')
