import { test } from 'vitest'
import { worldForThisFile } from '#test/support/world.ts'
import { expectOrderUnderFire } from './issuing-under-fire.ts'

const world = worldForThisFile()

test('the books are in order whatever is asked and whoever dies or sleeps over it', async () => {
  await expectOrderUnderFire(world(), { numRuns: 100, atMostMs: 40_000 })
}, 120_000)
