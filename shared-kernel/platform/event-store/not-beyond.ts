import { type LogPlace, referenceTo, type StoredEvent } from './event-store.ts'
import type { LogPosition } from './log-position.ts'

/**
 * The part of each batch up to a position, of batches that follow one another behind a place. More batches may come
 * behind the position: of them nothing is left, and the place stays with the last event before.
 */
export function notBeyond(target: LogPosition, begin: LogPlace) {
  let reached = begin
  return (
    events: readonly StoredEvent[],
    upTo: LogPlace,
  ): [events: readonly StoredEvent[], upTo: LogPlace] => {
    if (reached.position >= target) return [[], reached]
    if (upTo.position <= target) {
      reached = upTo
      return [events, reached]
    }
    const wanted = events.filter(({ position }) => position <= target)
    const last = wanted.findLast(({ isGenuine }) => isGenuine)
    const lastEvent = last === undefined ? reached.lastEvent : referenceTo(last)
    reached = { position: target, lastEvent }
    return [wanted, reached]
  }
}
