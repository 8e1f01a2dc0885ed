import { test } from 'vitest'
import { worldForThisFile } from '#test/support/world.ts'
import { expectOrderUnderFire } from './issuing-under-fire.ts'

const world = worldForThisFile()

test('the books are in order through hundreds of days of asking, dying and sleeping', async () => {
  await expectOrderUnderFire(world(), { numRuns: 3_000, atMostMs: 60_000 })
})
