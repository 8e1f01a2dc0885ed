import * as fc from 'fast-check'
import { expect } from 'vitest'
import { differences } from '#test/support/read-model-fold.ts'
import {
  commitsFail,
  disturbedProjection,
  failedCommits,
  someAreRefused,
  untilNothingIsParked,
} from './crashes.ts'
import { dealerForThisTest } from './dealer.ts'
import { happen, histories } from './histories.ts'
import { followByUpdatedAt } from './poller.ts'

const disturbances = [
  'none',
  'restart',
  'connections break',
  'another takes over',
  'some are refused',
] as const

/** Random histories and batch borders with each disturbance; after each the tables must equal the log. */
export async function expectAgreement(
  size: Readonly<Record<'writers' | 'steps' | 'runs', number>>,
) {
  const dealer = await dealerForThisTest()
  const disturb = disturbedProjection(dealer)
  await dealer.untilShown()
  await commitsFail(dealer, 5)
  let run = 0

  const runsOfEach = { numRuns: size.runs / disturbances.length }
  for (const how of disturbances) {
    const agrees = fc.asyncProperty(
      histories(size),
      fc.integer({ min: 1, max: 40 }),
      async (scripts, maxBatch) => {
        run += 1
        const poller = followByUpdatedAt(dealer)
        const accept = how === 'some are refused' ? await someAreRefused(dealer) : undefined
        await Promise.all([happen(dealer, `run${run}`, scripts), disturb(how, maxBatch)])
        await accept?.()
        await untilNothingIsParked(dealer)
        expect(await differences(dealer)).toEqual([])
        expect(await poller.missed()).toEqual([])
      },
    )
    await fc.assert(agrees, runsOfEach)
  }
  expect(await failedCommits(dealer)).toBeGreaterThan(0)
}
