import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type BrokenRule, faultOf } from './check.ts'

const fault = faultOf('moments')

/** So much the clocks of a service and of the nodes of an event store may differ. */
const CLOCKS_DIFFER_BY_MS = 5 * 60_000

/**
 * The store's own moment of an event has no MAC and no hash, so it is compared with what has: an event
 * is stored after it was recorded, after the events before it, and before now. A log that was copied
 * has the moments of the copy, so it may have been stored much later.
 */
export function storedAtCheck(now: number) {
  let latest = Number.NEGATIVE_INFINITY
  return ({ stream, position, metadata, storedAt }: StoredEvent): BrokenRule | undefined => {
    const place = { stream, position, companyId: String(metadata['companyId']) }
    const is = `the store’s moment ${momentOf(storedAt)} is`
    const recordedAt = Date.parse(String(metadata['recordedAt']))
    // One that is too large for a date is not a number.
    const isPast = storedAt <= now + CLOCKS_DIFFER_BY_MS
    if (!isPast) return fault(place, `${is} in the future`)
    const before = latest
    latest = Math.max(latest, storedAt)
    if (storedAt < recordedAt - CLOCKS_DIFFER_BY_MS) {
      return fault(place, `${is} before the event was recorded, at ${momentOf(recordedAt)}`)
    }
    return storedAt < before - CLOCKS_DIFFER_BY_MS
      ? fault(place, `${is} before that of an earlier event, ${momentOf(before)}`)
      : undefined
  }
}

const momentOf = (ms: number) =>
  Number.isNaN(new Date(ms).getTime()) ? String(ms) : new Date(ms).toISOString()
