import { test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { expectConsistencyUnderFaults } from './issuing-fault-injection.ts'

const infrastructure = infrastructureForThisFile()

test('the books are in order whatever is requested and whichever instance crashes or is paused', async () => {
  await expectConsistencyUnderFaults(infrastructure(), { numRuns: 100, atMostMs: 40_000 })
}, 120_000)
