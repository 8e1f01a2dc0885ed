import { test } from 'vitest'
import { expectOrderUnderFire } from './issuing-under-fire.ts'
import { worldForThisFile } from './world.ts'

const world = worldForThisFile()

test('the books are in order through thousands of days of asking, dying and sleeping', async () => {
  await expectOrderUnderFire(world(), { numRuns: 3_000, atMostMs: 100_000 })
})
