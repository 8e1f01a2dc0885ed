import { type CalendarDay, dayIn } from '#kernel/domain/calendar-day.ts'
import { epochMsOf, type Instant } from '#kernel/domain/instant.ts'
import { type TimeZones, zonesSince } from '../reference-data/time-zones.ts'

const HOUR_MS = 3_600_000

/**
 * Documents of one day are at most 25 hours apart, and none has a date after the day on which it is written. So whatever
 * may be of the same day was written at most two days and two hours before the date; clocks may differ a little.
 */
const WRITTEN_WITHIN_MS = 72 * HOUR_MS

/** Steps shorter than any day, over more than a day in both directions: they meet each day in between. */
const NEARBY_HOURS = [-26, -13, 0, 13, 26]

/** The days of a moment, in the zone that counted then and in each later one. */
export function daysOf(moment: Instant, timeZones: TimeZones): readonly CalendarDay[] {
  const epochMs = epochMsOf(moment)
  return zonesSince(timeZones, epochMs).map((timeZone) => dayIn(timeZone, epochMs))
}

/** The moment of a new document, and the time zones of its company. */
export interface WantedDay {
  readonly transactionDate: Instant
  readonly timeZones: TimeZones
}

/** What is recorded of the time of a document that exists. */
export interface WrittenDay {
  readonly transactionDate: Instant
  /** In which its day was reckoned; null where that was not recorded yet. */
  readonly timeZone: string | null
  /** When it was written. */
  readonly begunAt: Instant
}

/** Of a document by its content; null if it is not written. */
export const writtenDay = (
  { transactionDate, timeZone }: Omit<WrittenDay, 'begunAt'>,
  begunAt: Instant | undefined,
): WrittenDay | null => (begunAt === undefined ? null : { transactionDate, timeZone, begunAt })

/** Whether both are of one calendar day in any zone that the company has had since the first was written. */
export function isSameDay({ transactionDate, timeZones }: WantedDay, written: WrittenDay): boolean {
  const zones = new Set(zonesSince(timeZones, epochMsOf(written.begunAt)))
  if (written.timeZone !== null) zones.add(written.timeZone)
  const moments = [transactionDate, written.transactionDate].map(epochMsOf)
  return [...zones].some((zone) => new Set(moments.map((one) => dayIn(zone, one))).size === 1)
}

/**
 * The days under which documents of the same day can be claimed: a claim bears the day of the zone in which it was made.
 * Usually that is one day; around a change of the zone there are several, also of documents of other days.
 */
export function claimedDays({ transactionDate, timeZones }: WantedDay): readonly CalendarDay[] {
  const moment = epochMsOf(transactionDate)
  const zones = zonesSince(timeZones, moment - WRITTEN_WITHIN_MS)
  const hours = zones.length > 1 ? NEARBY_HOURS : [0]
  const days = zones.flatMap((zone) => hours.map((hour) => dayIn(zone, moment + hour * HOUR_MS)))
  return [...new Set(days)].toSorted()
}
