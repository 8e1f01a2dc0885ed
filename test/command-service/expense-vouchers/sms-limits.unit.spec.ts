import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secondsUntilFree } from '#command/expense-vouchers/sms-limits.ts'

const HOUR = 3_600
const DAY = 86_400

test.each([
  ['the oldest of the hour ends first', [10, 600, 1_200, 1_800, 2_400], 1_200],
  ['the day counts, too', Array.from({ length: 20 }, (_, sms) => 3_700 + sms), DAY - 3_719],
  ['at least a second', [0, 0, 0, 0, HOUR - 0.01], 1],
])('how long to wait: %s', (_what, ages, seconds) => {
  expect(secondsUntilFree(ages, { perHour: 5, perDay: 20 })).toBe(seconds)
})

test('after that time both limits permit one more, and not a second before', () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: DAY - 1 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 20 }),
      (ages, perHour, perDay) => {
        const isFree = (wait: number) =>
          isBelow(ages, { wait, most: perHour, within: HOUR }) &&
          isBelow(ages, { wait, most: perDay, within: DAY })
        const wait = secondsUntilFree(ages, { perHour, perDay })
        expect(isFree(wait)).toBe(true)
        expect(wait > 1 && isFree(wait - 1)).toBe(false)
      },
    ),
  ))

const isBelow = (
  ages: readonly number[],
  { wait, most, within }: { wait: number; most: number; within: number },
) => most === 0 || ages.filter((age) => age + wait < within).length < most
