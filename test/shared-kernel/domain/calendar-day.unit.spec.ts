import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'

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

test('where the year 10000 begins early, the last day goes on', () => {
  expect(dayIn('Pacific/Kiritimati', LAST_INSTANT)).toBe('9999-12-31')
})

test('an unknown time zone is an error', () => {
  expect(() => dayIn('Europe/Atlantis', 0)).toThrow(RangeError)
})
