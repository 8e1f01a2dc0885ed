import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { dayIn, timeOfDayIn, yearOf } from '#kernel/domain/calendar-day.ts'

const HOUR_MS = 3_600_000
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59Z')

test('in Istanbul the new day and the new year begin at 21:00 UTC', () => {
  const midnight = Date.parse('2026-12-31T21:00:00Z')
  expect(dayIn('Europe/Istanbul', midnight - 1)).toBe('2026-12-31')
  expect(dayIn('Europe/Istanbul', midnight)).toBe('2027-01-01')
  expect(yearOf(dayIn('Europe/Istanbul', midnight))).toBe(2027)
})

test('before 2016 Istanbul had winter time', () => {
  expect(dayIn('Europe/Istanbul', Date.parse('2015-01-01T21:30:00Z'))).toBe('2015-01-01')
  expect(dayIn('Europe/Istanbul', Date.parse('2015-07-01T21:30:00Z'))).toBe('2015-07-02')
})

test('the day in UTC is that of the instant as it is written', () => {
  const instants = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date(LAST_INSTANT),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (instant) => {
      expect(dayIn('UTC', instant.getTime())).toBe(instant.toISOString().slice(0, 10))
      const later = Math.min(instant.getTime() + 3 * HOUR_MS, LAST_INSTANT)
      expect(dayIn('+03:00', instant.getTime())).toBe(dayIn('UTC', later))
    }),
  )
})

test('where the year 10000 begins early, the last day of 9999 is returned', () => {
  expect(dayIn('Pacific/Kiritimati', LAST_INSTANT)).toBe('9999-12-31')
})

test('the time of day is local, from 0 to 23 hours', () => {
  const midnight = Date.parse('2026-11-20T21:00:00Z')
  expect(timeOfDayIn('Europe/Istanbul', midnight)).toBe('00:00:00')
  expect(timeOfDayIn('Europe/Istanbul', midnight - 1)).toBe('23:59:59')
  expect(timeOfDayIn('UTC', midnight + 1_000)).toBe('21:00:01')
})

test('years before 1000 have four digits, too', () => {
  expect(dayIn('UTC', Date.parse('0042-03-01T00:00:00Z'))).toBe('0042-03-01')
  expect(yearOf('0042-03-01')).toBe(42)
})

test('any number of time zones can be used repeatedly', () => {
  const offsets = Array.from({ length: 1_200 }, (_, minutes) => `+${clockTime(minutes)}`)
  const midnight = Date.parse('2026-11-20T00:00:00Z')
  for (const offset of offsets.concat(offsets.slice(0, 10))) {
    expect(timeOfDayIn(offset, midnight)).toBe(`${offset.slice(1)}:00`)
    expect(dayIn(offset, midnight)).toBe('2026-11-20')
  }
})

test('a formatter is made once for each time zone, of up to 500', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const zones = Array.from({ length: 500 }, (_, minutes) => `-${clockTime(minutes + 1)}`)
  const madeFor = (wanted: readonly string[]) => {
    made.mockClear()
    for (const zone of wanted) dayIn(zone, 0)
    return made.mock.calls.length
  }
  madeFor(zones)
  madeFor(zones)
  expect(madeFor(zones)).toBe(0)
  expect(madeFor(['+00:01', ...zones.slice(0, 3), '+00:01'])).toBe(4)
  made.mockRestore()
})

test('an unknown time zone is an error', () => {
  expect(() => dayIn('Europe/Atlantis', 0)).toThrow(RangeError)
})

function clockTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
