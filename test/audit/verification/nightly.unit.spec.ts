import { expect, test } from 'vitest'
import { isDue } from '#audit/verification/nightly.ts'

const at = (moment: string) => Date.parse(moment)

test.each([
  [
    'in the night behind the last one',
    '2026-11-28T02:00:00+03:00',
    '2026-11-29T01:00:00+03:00',
    true,
  ],
  ['in the same night', '2026-11-29T01:00:00+03:00', '2026-11-29T05:30:00+03:00', false],
  ['in the day behind the night', '2026-11-28T02:00:00+03:00', '2026-11-29T10:00:00+03:00', false],
  [
    'in the day, after two nights without',
    '2026-11-27T02:00:00+03:00',
    '2026-11-29T10:00:00+03:00',
    true,
  ],
  ['at once, where there was none', '1970-01-01T00:00:00Z', '2026-11-29T10:00:00+03:00', true],
])('all companies are verified %s', (_when, last, now, isIt) => {
  expect(isDue(at(last), at(now))).toBe(isIt)
})
