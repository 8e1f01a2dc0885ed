import fc from 'fast-check'
import { expect } from 'vitest'

type Runs<Values> = fc.Parameters<Values> & { readonly atLeast?: number }

const DEFAULT_RUNS = 100
/** So many times the runs that were asked for; a case that has not occurred by then is not made. */
const MOST_TIMES = 20
/** A round of more inputs is that part of the first one. */
const SHARE = 5

/**
 * Counts into which cases random inputs fall, as QuickCheck's `checkCoverage` does: a property that
 * speaks of a case proves nothing unless the case occurs. If chance has left one out, more inputs
 * follow, so that no test fails by bad luck.
 */
export function cover<Case extends string>(...cases: readonly Case[]) {
  const counts = new Map<Case, number>(cases.map((one) => [one, 0]))
  const isCovered = (atLeast = 1) => [...counts.values()].every((times) => times >= atLeast)

  /** As `fc.assert`, then with more inputs until each case has occurred `atLeast` so often. */
  function assert<Values>(property: fc.IAsyncProperty<Values>, runs?: Runs<Values>): Promise<void>
  function assert<Values>(property: fc.IProperty<Values>, runs?: Runs<Values>): void
  function assert<Values>(
    property: fc.IRawProperty<Values>,
    { atLeast, ...first }: Runs<Values> = {},
  ) {
    const numRuns = Math.ceil((first.numRuns ?? DEFAULT_RUNS) / SHARE)
    const more = { ...first, examples: [], numRuns }
    const continued = (round: number): Promise<void> | void => {
      const isOver = isCovered(atLeast) || round === MOST_TIMES * SHARE
      return isOver ? expectEach(atLeast) : checked(more, round + 1)
    }
    const checked = (parameters: fc.Parameters<Values>, round: number): Promise<void> | void => {
      const ended = fc.assert(property, parameters)
      return ended instanceof Promise ? ended.then(() => continued(round)) : continued(round)
    }
    return checked(first, 0)
  }

  function expectEach(atLeast = 1) {
    for (const [one, times] of counts) expect(times, one).toBeGreaterThanOrEqual(atLeast)
  }

  return {
    assert,
    /** What is none of the cases is not counted. */
    count(one: Case, isIt = true) {
      const times = counts.get(one)
      if (isIt && times !== undefined) counts.set(one, times + 1)
    },
  }
}
