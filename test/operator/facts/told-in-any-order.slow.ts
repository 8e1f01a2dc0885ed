import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import type { Telling } from './model.ts'
import type { Value } from './play.ts'
import { expectWhatCounts, playable, tell } from './playing.ts'

const system = systemForThisFile()

const MINUTE = 60_000
/** Until then a history is imported, on most machines. */
const SOON_MS = 10_000

const values = fc.constantFrom<Value>(0, 1, 2, 3)
const times = fc.oneof(
  fc.integer({ min: -5, max: -1 }).map((minutes) => minutes * MINUTE),
  fc.constant(SOON_MS),
  fc.constant(25 * 60 * MINUTE),
)
const histories = fc.array(fc.record({ value: values, when: times }), {
  minLength: 2,
  maxLength: 5,
})

test('told in any order about any time, what counts is what the table says', () =>
  fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const given = await playable(system)
      const now = Date.now()
      const told: Telling[] = []
      for (const { value, when } of history) {
        const telling = { value, moment: now + when }
        await tell(system, given, telling)
        told.push(telling)
      }
      await expectWhatCounts(given, told)

      await pause(Math.max(0, now + SOON_MS - Date.now()))
      await expectWhatCounts(given, told)
    }),
    { numRuns: 5 },
  ))
