import { expect } from 'vitest'

/**
 * Counts into which cases random inputs fall, as QuickCheck's `cover` does: a property that speaks of
 * a case proves nothing unless the case occurs.
 */
export function cover<Case extends string>(...cases: readonly Case[]) {
  const counts = new Map<Case, number>(cases.map((one) => [one, 0]))
  return {
    count(one: Case, isIt = true) {
      if (isIt) counts.set(one, (counts.get(one) ?? 0) + 1)
    },
    /** Each case has occurred, at least that often. */
    expectEach(atLeast = 1) {
      for (const [one, times] of counts) expect(times, one).toBeGreaterThanOrEqual(atLeast)
    },
  }
}
