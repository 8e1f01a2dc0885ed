import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { microsecondsIn, millisecondsIn } from '#kernel/domain/moment.ts'
import { UnreadableDate } from './unreadable-date.ts'

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}))?)?$/

/** What `datetime-local` and `date` fields give, in epoch milliseconds; undefined for anything else. */
export function instantOf(local: string | null, timeZone: string): number | undefined {
  const [, day, time = '00:00', seconds = '00'] = LOCAL.exec(local ?? '') ?? []
  const microseconds = microsecondsIn(`${day}T${time}:${seconds}Z`)
  if (microseconds === undefined) return undefined
  const wanted = millisecondsIn(microseconds)
  // The offset of the zone is not the same all year: the second look is at the right side of a change.
  const first = wanted - offsetOf(wanted, timeZone)
  return wanted - offsetOf(first, timeZone)
}

/** The last instant of what the field names: of its day, minute or second. */
function endOf(local: string | null, timeZone: string): number | undefined {
  const start = instantOf(local, timeZone)
  if (start === undefined || local === null) return undefined
  const lengths: Readonly<Record<number, number>> = { 10: 86_400_000, 16: 60_000 }
  return start + (lengths[local.length] ?? 1_000) - 1
}

/** The instant that the address has under that name; undefined where it has none. */
export const askedInstant = (query: URLSearchParams, name: string, timeZone: string) =>
  asked(query, name, (local) => instantOf(local, timeZone))

/** The last instant of what the address has under that name. */
export const askedEnd = (query: URLSearchParams, name: string, timeZone: string) =>
  asked(query, name, (local) => endOf(local, timeZone))

function asked(
  query: URLSearchParams,
  name: string,
  read: (local: string) => number | undefined,
): number | undefined {
  const local = query.get(name) ?? ''
  if (local === '') return undefined
  const instant = read(local)
  if (instant === undefined) throw new UnreadableDate(name, '2026-11-20T10:00:00')
  return instant
}

/** An instant as the field takes it. */
export const localOf = (epochMilliseconds: number, timeZone: string): string =>
  `${dayIn(timeZone, epochMilliseconds)}T${timeOfDayIn(timeZone, epochMilliseconds)}`

const offsetOf = (instant: number, timeZone: string) =>
  Date.parse(`${localOf(instant, timeZone)}Z`) - Math.floor(instant / 1_000) * 1_000
