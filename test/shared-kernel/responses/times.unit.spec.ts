import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoMicroseconds, microsecondsOf } from '#kernel/records/times.ts'

test('microseconds are shown as ISO 8601 with all six digits', () => {
  expect(isoMicroseconds('1795167900123456')).toBe('2026-11-20T09:45:00.123456Z')
  expect(isoMicroseconds('1795167900000000')).toBe('2026-11-20T09:45:00.000000Z')
  expect(isoMicroseconds('-1')).toBe('1969-12-31T23:59:59.999999Z')
})

test.each([
  ['2026-11-20T09:45:00.123456Z', 1_795_167_900_123_456n],
  ['2026-11-20T12:45:00.123456+03:00', 1_795_167_900_123_456n],
  ['2026-11-20T09:45:00.1234569Z', 1_795_167_900_123_456n],
  ['2026-11-20T09:45:00.5Z', 1_795_167_900_500_000n],
  ['2026-11-20T09:45Z', 1_795_167_900_000_000n],
  ['2026-11-20T09:45:00Z', 1_795_167_900_000_000n],
  ['2026-11-20', 1_795_132_800_000_000n],
  ['1969-12-31T23:59:59.999999Z', -1n],
])('%s is read to the microsecond', (text, microseconds) => {
  expect(microsecondsOf(text)).toBe(microseconds)
})

test.each(['', '.5', 'now', '2026-13-01T00:00:00Z'])('%j is no time', (text) => {
  expect(() => microsecondsOf(text)).toThrow(`${text} is not a date-time`)
})

test('a formatted time can be parsed back', () => {
  const moments = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n })
  fc.assert(
    fc.property(moments, (microseconds) => {
      expect(microsecondsOf(isoMicroseconds(microseconds.toString()))).toBe(microseconds)
    }),
  )
})
