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
