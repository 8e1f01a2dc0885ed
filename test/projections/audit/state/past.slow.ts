import * as fc from 'fast-check'
import { test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { deeds } from '../business.ts'
import { expectPastOf } from './past.ts'

const system = systemForThisFile()

test('whatever shops do in long days, every answer of the past can be given again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...deeds, ...deeds, ...deeds], { minLength: 40 }),
      (day) => expectPastOf(system, day),
    ),
    { numRuns: 3 },
  )
})
