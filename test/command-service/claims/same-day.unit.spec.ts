import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimedDays, isSameDay } from '#command/claims/same-day.ts'
import { type TimeZones, withZone } from '#command/reference-data/time-zones.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { cover } from '#test/support/cover.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const zone = fc.constantFrom(
  'Etc/GMT+12',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
)

/** Midsummers, New Years and the nights in which clocks change. */
const start = fc.constantFrom(
  Date.UTC(2026, 5, 15),
  Date.UTC(2025, 11, 31, 21),
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 9, 25, 1),
  Date.UTC(2011, 11, 30, 10),
)

const hours = (min: number, max: number) =>
  fc.integer({ min: min * 60, max: max * 60 }).map((minutes) => minutes * 60_000)

/** A company's zones, when each of two documents was written, and which date it bears. */
const histories = fc
  .record({
    start,
    first: zone,
    changes: fc.array(fc.tuple(hours(-96, 96), zone), { maxLength: 4 }),
    written: fc.tuple(hours(-96, 96), hours(0, 96)),
    dates: fc.tuple(hours(-40, 0), hours(-40, 26)),
  })
  .map(({ start: from, first, changes, written: [before, after], dates: [one, other] }) => {
    const sorted = changes
      // Between two minutes, so that nothing is written at the moment of a change.
      .map(([at, timeZone]) => ({ at: from + at + 30_000, timeZone }))
      .toSorted((left, right) => left.at - right.at)
    const writtenAt = from + before
    const secondAt = writtenAt + after
    const dated = writtenAt + one
    return { first, sorted, writtenAt, secondAt, dates: [dated, dated + other] as const }
  })

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

/** As a person would say it, moment by moment. */
function zoneAt({ first, sorted }: History, moment: number): string {
  return sorted.findLast(({ at }) => at <= moment)?.timeZone ?? first
}

function zonesBetween(history: History): ReadonlySet<string> {
  const { sorted, writtenAt, secondAt } = history
  const later = sorted.filter(({ at }) => at > writtenAt && at <= secondAt)
  return new Set([zoneAt(history, writtenAt), ...later.map(({ timeZone }) => timeZone)])
}

/** What reference data know when the second document is wanted. */
const knownOf = ({ first, sorted, secondAt }: History): TimeZones =>
  sorted
    .filter(({ at }) => at <= secondAt)
    .reduce(
      (zones, { at, timeZone }) => withZone(zones, timeZone, instantOf(at)),
      withZone(undefined, first, instantOf(0)),
    )

/** Nobody writes a document that is dated after today, or counts one that is not written yet. */
const isPossible = (history: History): boolean => {
  const { writtenAt, secondAt, dates } = history
  const [first, second] = dates
  const isToday = (date: number, moment: number) =>
    dayIn(zoneAt(history, moment), date) <= dayIn(zoneAt(history, moment), moment)
  return isToday(first, writtenAt) && isToday(second, secondAt)
}

describe('the day of documents while the company’s time zone changes', () => {
  test('a document is a duplicate by any zone since the first was written, and by no other', () => {
    const cases = cover('duplicate', 'another day', 'by an earlier zone alone')
    cases.assert(
      fc.property(histories.filter(isPossible), (history) => {
        const [first, second] = history.dates
        const sameIn = (timeZone: string) => dayIn(timeZone, first) === dayIn(timeZone, second)
        const expected = [...zonesBetween(history)].some(sameIn)
        const wanted = { transactionDate: instantOf(second), timeZones: knownOf(history) }
        const claimedIn = zoneAt(history, history.writtenAt)
        const written = {
          transactionDate: instantOf(first),
          timeZone: claimedIn,
          begunAt: instantOf(history.writtenAt),
        }

        const isFound = claimedDays(wanted).includes(dayIn(claimedIn, first))

        cases.count('duplicate', expected)
        cases.count('another day', !expected)
        const isInPresent = sameIn(zoneAt(history, history.secondAt))
        cases.count('by an earlier zone alone', expected && !isInPresent)
        expect(isFound && isSameDay(wanted, written)).toBe(expected)
        // Documents of earlier releases do not say their zone.
        expect(isFound && isSameDay(wanted, { ...written, timeZone: null })).toBe(expected)
      }),
      { atLeast: 20, numRuns: 2_000 },
    )
  })

  test('a company that has kept its zone is looked up under one day', () => {
    fc.assert(
      fc.property(zone, start, (timeZone, moment) => {
        const timeZones = withZone(undefined, timeZone, instantOf(0))
        const transactionDate = instantOf(moment)
        expect(claimedDays({ transactionDate, timeZones })).toEqual([dayIn(timeZone, moment)])
      }),
    )
  })

  test('some days after a change only the present zone counts for new documents', () => {
    const changedAt = Date.UTC(2026, 10, 20, 9)
    const timeZones = withZone(
      withZone(undefined, 'Europe/Istanbul', instantOf(0)),
      'America/New_York',
      instantOf(changedAt),
    )
    const daysOf = (moment: number) =>
      claimedDays({ transactionDate: instantOf(moment), timeZones })
    expect(daysOf(changedAt + 2 * DAY_MS).length).toBeGreaterThan(1)
    expect(daysOf(changedAt + 4 * DAY_MS)).toEqual(['2026-11-24'])
  })

  test('recording the company again without another zone changes nothing', () => {
    const one = withZone(undefined, 'Europe/Istanbul', instantOf(0))
    expect(withZone(one, 'Europe/Istanbul', instantOf(DAY_MS))).toBe(one)
  })
})
