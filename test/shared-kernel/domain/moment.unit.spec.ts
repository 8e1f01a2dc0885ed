import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  instantIn,
  isDay,
  isMoment,
  microsecondsIn,
  millisecondsIn,
} from '#kernel/domain/moment.ts'

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T09:45Z', '2026-11-20T09:45:00.000Z'],
  ['2026-11-20t09:45:07z', '2026-11-20T09:45:07.000Z'],
  ['2026-11-20T09:45:07.123456789+03:00', '2026-11-20T06:45:07.123Z'],
  ['2026-11-20T00:00:00-05:30', '2026-11-20T05:30:00.000Z'],
  ['2026-11-20T12:00:00-00:00', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T23:59:59+23:59', '2026-11-20T00:00:59.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
])('%s is %s', (text, instant) => {
  expect(instantIn(text)).toBe(instant)
})

test.each([
  ['days that no calendar has', ['2026-02-30', '2026-02-29', '2100-02-29', '2026-04-31T10:00Z']],
  ['months and days from 00 to 99', ['2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32']],
  ['times without a zone', ['2026-11-20T09:45', '2026-11-20T09:45:00', '2026-11-20T09:45:00.123']],
  ['a space in place of T', ['2026-11-20 09:45', '2026-11-20 09:45:00Z', '2026-11-20Z']],
  ['hour 24', ['2026-11-20T24:00:00Z', '2026-11-20T24:00Z', '2026-11-20T25:00:00Z']],
  ['leap seconds', ['2016-12-31T23:59:60Z', '2016-12-31T23:60:00Z', '2026-11-20T10:00:99Z']],
  ['other offsets', ['2026-11-20T10:00+0300', '2026-11-20T10:00+3', '2026-11-20T10:00+24:00']],
  [
    'minutes of an offset',
    ['2026-11-20T10:00+03:60', '2026-11-20T10:00Z+03:00', '2026-11-20T10:00−03:00'],
  ],
  ['years out of range', ['0000-01-01', '0000-12-31T23:59:59-10:00', '0001-01-01T00:00:00+00:01']],
  [
    'years after 9999',
    ['9999-12-31T23:59:59-00:01', '+010000-01-01T00:00:00Z', '10000-01-01', '-000001-01-01'],
  ],
  [
    'other notations',
    ['20261120', '2026-W47-5', '2026-324', '26-11-20', '20.11.2026', '11/20/2026', '2026-11'],
  ],
  ['words', ['', 'now', 'yesterday', 'Fri, 20 Nov 2026 09:45:00 GMT', '1795167900', 'NaN']],
  ['spaces and other digits', [' 2026-11-20', '2026-11-20\n', '２０２６-11-20', '٢٠٢٦-11-20']],
  [
    'fractions',
    [
      '2026-11-20T10:00:00.Z',
      '2026-11-20T10:00:00,5Z',
      '2026-11-20T10:00:00.1234567890Z',
      '2026-11-20T10:00.5Z',
    ],
  ],
])('no moments: %s', (_what, texts) => {
  expect(texts.filter(isMoment)).toEqual([])
})

test('a day is a day of the calendar, and nothing else', () => {
  expect(['2024-02-29', '0001-01-01', '9999-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '0000-01-01', '2026-11-20T10:00Z', '2026-1-1'].some(isDay)).toBe(false)
})

test('digits behind the microseconds are cut off, before 1970 too', () => {
  expect(microsecondsIn('1970-01-01T00:00:00.0000019Z')).toBe(1n)
  expect(microsecondsIn('1969-12-31T23:59:59.9999999Z')).toBe(-1n)
  expect(millisecondsIn(-1n)).toBe(-1)
})

const twoDigits = (number: number) => String(number).padStart(2, '0')

describe('any moment', () => {
  const moments = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })

  test('is read back as it was written, with any offset', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -1439, max: 1439 }), (moment, east) => {
        const local = new Date(moment.getTime() + east * 60_000).toISOString().slice(0, -1)
        const [hours, minutes] = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60]
        const text = `${local}${east < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
        expect(instantIn(text)).toBe(moment.toISOString())
        expect(microsecondsIn(moment.toISOString())).toBe(BigInt(moment.getTime()) * 1000n)
      }),
    )
  })

  test('that Date.parse would move to another day, or read by the zone of the machine, is refused', () => {
    const parts = fc.tuple(
      fc.constantFrom('2026', '0000', '1900', '9999'),
      fc.nat(14).map(twoDigits),
      fc.nat(33).map(twoDigits),
      fc.nat(26).map(twoDigits),
      fc.nat(62).map(twoDigits),
      fc.constantFrom('Z', '', '+03:00', '-14:00', '+24:00'),
    )
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute, zone]) => {
        const text = `${year}-${month}-${day}T${hour}:${minute}:00${zone}`
        const instant = instantIn(text)
        if (instant === undefined) return
        expect(zone).not.toBe('')
        const east = zone === '+03:00' ? 180 : zone === '-14:00' ? -840 : 0
        const local = new Date(Date.parse(instant) + east * 60_000).toISOString()
        expect(local).toBe(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`)
      }),
      { numRuns: 2_000 },
    )
  })
})
