import { epochMsOf, type Instant } from '#kernel/domain/instant.ts'

/** A time zone that a company has or had. */
interface ZonePeriod {
  readonly timeZone: string
  /** Epoch milliseconds. The first zone counts for all that was before it, too. */
  readonly from: number
}

/** All that a company has had, in their order; the last one counts now. */
export type TimeZones = readonly ZonePeriod[]

export const onlyZone = (timeZone: string): TimeZones => [
  { timeZone, from: Number.NEGATIVE_INFINITY },
]

/** The zones after one more record of the company. */
export function withZone(
  zones: TimeZones | undefined,
  timeZone: string,
  recordedAt: Instant,
): TimeZones {
  if (zones === undefined) return onlyZone(timeZone)
  if (zones.at(-1)?.timeZone === timeZone) return zones
  return [...zones, { timeZone, from: epochMsOf(recordedAt) }]
}

/** The zones that counted at the moment or at any time after it. */
export function zonesSince(zones: TimeZones, epochMs: number): readonly string[] {
  const counted = zones.filter((_, index) => {
    const next = zones[index + 1]
    return next === undefined || next.from >= epochMs
  })
  return [...new Set(counted.map(({ timeZone }) => timeZone))]
}
