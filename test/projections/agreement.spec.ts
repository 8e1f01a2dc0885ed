import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from '#test/support/read-model-fold.ts'
import { commitsFail, connectionsBreak } from './crashes.ts'
import { dealerForThisTest } from './dealer.ts'
import { happen, histories } from './histories.ts'
import { followByUpdatedAt } from './poller.ts'

const disturbances = ['none', 'restart', 'connections break', 'another takes over'] as const

test('whatever several writers do and whatever crashes, the tables equal the log', async () => {
  const dealer = await dealerForThisTest()
  let projection = dealer.project()
  await dealer.untilShown()
  await commitsFail(dealer, 3)
  let run = 0

  async function disturb(how: (typeof disturbances)[number], maxBatch: number) {
    if (how === 'restart') {
      await projection.close()
      projection = dealer.project({ maxBatch })
    } else if (how === 'connections break') {
      await connectionsBreak(dealer)
    } else if (how === 'another takes over') {
      const next = dealer.project({ maxBatch })
      await projection.close()
      projection = next
    }
  }

  await fc.assert(
    fc.asyncProperty(
      histories({ writers: 4, steps: 50 }),
      fc.constantFrom(...disturbances),
      fc.integer({ min: 1, max: 9 }),
      async (scripts, how, maxBatch) => {
        run += 1
        const poller = followByUpdatedAt(dealer)
        await Promise.all([happen(dealer, `run${run}`, scripts), disturb(how, maxBatch)])
        expect(await differences(dealer)).toEqual([])
        expect(await poller.missed()).toEqual([])
      },
    ),
    { numRuns: 8 },
  )
})
