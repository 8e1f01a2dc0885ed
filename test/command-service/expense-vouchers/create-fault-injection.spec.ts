import { test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { expectConsistencyUnderFaults } from './create-fault-injection.ts'

const infrastructure = infrastructureForThisFile()

test('number books stay gapless under random requests, crashes and pauses', async () => {
  await expectConsistencyUnderFaults(infrastructure(), { numRuns: 24, atMostMs: 20_000 })
})
