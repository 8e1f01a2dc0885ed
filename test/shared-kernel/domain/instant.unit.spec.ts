import { expect, test } from 'vitest'
import { epochMsOf, instantAfter, instantOf, millisecondsBetween } from '#kernel/domain/instant.ts'

test('an instant is written in UTC with milliseconds', () => {
  expect(instantOf(1_795_167_900_123)).toBe('2026-11-20T09:45:00.123Z')
  expect(epochMsOf('2026-11-20T12:45:00.123+03:00')).toBe(1_795_167_900_123)
})

test('time that passes is counted in milliseconds, and backwards below zero', () => {
  const [earlier, later] = ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:01.000Z'] as const

  expect(millisecondsBetween(earlier, later)).toBe(1_001)
  expect(millisecondsBetween(later, earlier)).toBe(-1_001)
  expect(instantAfter(earlier, 1_001)).toBe(later)
  expect(instantAfter(later, -1_001)).toBe(earlier)
})
