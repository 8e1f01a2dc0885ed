// The only pure code that may use `Date`: to parse and format times, never to read the clock.

/** An instant as ISO 8601 in UTC, with milliseconds. */
export type Instant = string

export const millisecondsBetween = (earlier: Instant, later: Instant): number =>
  Date.parse(later) - Date.parse(earlier)

export const instantAfter = (instant: Instant, milliseconds: number): Instant =>
  new Date(Date.parse(instant) + milliseconds).toISOString()

export const instantOf = (epochMs: number): Instant => new Date(epochMs).toISOString()

export const epochMsOf = (instant: Instant): number => Date.parse(instant)

/** The day before the next month begins: `Date` counts months from zero. */
export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Midnight in UTC of `YYYY-MM-DD`; undefined if the calendar has no such day. It has no year 0. */
export function midnightOf(day: string): number | undefined {
  const midnight = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  const exists = !Number.isNaN(midnight) && instantOf(midnight).startsWith(day)
  return exists && !day.startsWith('0000') ? midnight : undefined
}
