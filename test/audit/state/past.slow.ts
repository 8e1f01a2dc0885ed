import * as fc from 'fast-check'
import { test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { deeds } from '../business.ts'
import { expectPastOf } from './past.ts'

const system = systemForThisFile()

test('in long histories every past response can be reproduced', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...deeds, ...deeds, ...deeds], { minLength: 40 }),
      (day) => expectPastOf(system, day),
    ),
    { numRuns: 3 },
  )
})
