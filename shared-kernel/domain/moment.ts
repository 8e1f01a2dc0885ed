import { instantOf, midnightOf } from './instant.ts'

// The reader of all dates and moments that come from outside. A moment says its zone, so that it means the same
// wherever it is read.

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/i

const LAST_HOUR = 23
const LAST_MINUTE = 59
const MINUTE_MS = 60_000

/** The first and the last millisecond, in UTC too, of the years with four digits. */
const FIRST_MS = midnightOf('0001-01-01') ?? Number.NaN
const LAST_MS = (midnightOf('9999-12-31') ?? Number.NaN) + 24 * 60 * MINUTE_MS - 1

/** Whether the text is a day that the calendar has, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => midnightOf(text) !== undefined

export const isMoment = (text: string): boolean => microsecondsIn(text) !== undefined

/**
 * Microseconds since 1970 of a date-time with its zone, or of a day, which means its midnight in UTC; finer digits
 * are cut off. Undefined for everything else: 30 February, 24:00, a leap second, a time without a zone.
 */
export function microsecondsIn(text: string): bigint | undefined {
  const [, day = '', hours = '0', minutes = '0', seconds = '0', fraction = '', ...zone] =
    MOMENT.exec(text) ?? []
  const midnight = midnightOf(day)
  const offset = minutesEast(zone)
  const isTime =
    Number(hours) <= LAST_HOUR && Number(minutes) <= LAST_MINUTE && Number(seconds) <= LAST_MINUTE
  if (midnight === undefined || offset === undefined || !isTime) return undefined
  const wholeMinutes = Number(hours) * 60 + Number(minutes) - offset
  const secondMs = midnight + wholeMinutes * MINUTE_MS + Number(seconds) * 1_000
  if (secondMs < FIRST_MS || secondMs > LAST_MS) return undefined
  return BigInt(secondMs) * 1_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'))
}

/** The same moment in UTC, with milliseconds; finer digits are cut off. */
export function instantIn(text: string): string | undefined {
  const microseconds = microsecondsIn(text)
  return microseconds === undefined ? undefined : instantOf(millisecondsIn(microseconds))
}

/** Whole milliseconds, before 1970 too. */
export const millisecondsIn = (microseconds: bigint): number =>
  Number((microseconds - (((microseconds % 1_000n) + 1_000n) % 1_000n)) / 1_000n)

function minutesEast([sign = '+', hours = '0', minutes = '0']: readonly string[]) {
  if (Number(hours) > LAST_HOUR || Number(minutes) > LAST_MINUTE) return undefined
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}
