import { expect, test } from 'vitest'
import { isoMicroseconds, microsecondsOf } from '#kernel/records/times.ts'

test.each([
  ['1763631900123456', '2025-11-20T09:45:00.123456Z'],
  ['1763631900000001', '2025-11-20T09:45:00.000001Z'],
  ['1763631900000000', '2025-11-20T09:45:00.000000Z'],
  ['253402300799999999', '9999-12-31T23:59:59.999999Z'],
  ['1000000', '1970-01-01T00:00:01.000000Z'],
  ['999999', '1970-01-01T00:00:00.999999Z'],
  ['0', '1970-01-01T00:00:00.000000Z'],
  ['-1', '1969-12-31T23:59:59.999999Z'],
  ['-1000000', '1969-12-31T23:59:59.000000Z'],
  ['-62135596800000000', '0001-01-01T00:00:00.000000Z'],
])('%s microseconds are %s, and the other way round', (microseconds, moment) => {
  expect(isoMicroseconds(microseconds)).toBe(moment)
  expect(String(microsecondsOf(moment))).toBe(microseconds)
})
