// The one place in pure code that may use `Date`: to read and to write moments, never to ask for now.

/** A moment as ISO 8601 in UTC, to the millisecond. */
export type Instant = string

export const millisecondsBetween = (earlier: Instant, later: Instant): number =>
  Date.parse(later) - Date.parse(earlier)

export const instantAfter = (instant: Instant, milliseconds: number): Instant =>
  new Date(Date.parse(instant) + milliseconds).toISOString()
