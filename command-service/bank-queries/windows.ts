import { epochMsOf } from '#kernel/domain/instant.ts'
import type { Followed } from './bank-query.ts'

/** What the bank is asked for in one go: all that it booked in between, both ends included. */
export interface Window {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS

/** Of a source that has never been queried. */
export const FIRST_MS = 30 * DAY_MS
/** Asked for again every time: a bank may book late what happened before. */
const OVERLAP_MS = 3 * DAY_MS
/** More windows than a year has would take too long. */
const MOST_MS = 365 * DAY_MS

/**
 * From the end of the last complete query, less the overlap, to now, week by week. After a clock that
 * went back, and for a source without history, the usual days.
 */
export function windowsOf(followed: Followed | undefined, now: number): readonly Window[] {
  const windows: Window[] = []
  for (let from = startOf(followed, now); from < now; from += WEEK_MS) {
    windows.push({ from, to: Math.min(from + WEEK_MS, now) })
  }
  return windows
}

function startOf(followed: Followed | undefined, now: number): number {
  if (followed === undefined) return now - FIRST_MS
  const { queriedUntil, begunFrom } = followed
  const known =
    queriedUntil === null
      ? Math.min(epochMsOf(begunFrom), now - FIRST_MS)
      : Math.min(epochMsOf(queriedUntil), now) - OVERLAP_MS
  return Math.max(known, now - MOST_MS)
}
