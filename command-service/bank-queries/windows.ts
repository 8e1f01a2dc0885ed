/** What the bank is asked for in one go: all that it booked in between, both ends included. */
export interface Window {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS

/** Of an account that has never been queried. */
const FIRST_DAYS = 30
/** Asked for again every time: a bank may book late what happened before. */
const OVERLAP_DAYS = 3
/** More windows than a year has would take too long. */
const MOST_DAYS = 365

/**
 * From the end of the last complete query, less the overlap, to now, week by week. After a clock that
 * went back, and for an account without history, the usual days.
 */
export function windowsOf(queriedUntil: number | null, now: number): readonly Window[] {
  const windows: Window[] = []
  for (let from = startOf(queriedUntil, now); from < now; from += WEEK_MS) {
    windows.push({ from, to: Math.min(from + WEEK_MS, now) })
  }
  return windows
}

function startOf(queriedUntil: number | null, now: number): number {
  if (queriedUntil === null) return now - FIRST_DAYS * DAY_MS
  const known = Math.min(queriedUntil, now) - OVERLAP_DAYS * DAY_MS
  return Math.max(known, now - MOST_DAYS * DAY_MS)
}
