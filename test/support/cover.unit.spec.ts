import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover } from './cover.ts'

/** Counts a case from a run of the property on, so that nothing here depends on luck. */
function lateCase({ from }: { readonly from: number }) {
  const cases = cover('early', 'late')
  const seen: number[] = []
  const run = (number: number) => {
    seen.push(number)
    cases.count('early')
    cases.count('late', seen.length >= from)
  }
  return { cases, run, seen }
}

test('a property continues until each case has occurred often enough', () => {
  const { cases, run, seen } = lateCase({ from: 12 })
  cases.assert(fc.property(fc.nat(), run), { numRuns: 10, atLeast: 4 })
  expect(seen).toHaveLength(16)
})

test('so does one that waits', async () => {
  const { cases, run, seen } = lateCase({ from: 12 })
  const property = fc.asyncProperty(fc.nat(), async (number) => run(await Promise.resolve(number)))
  await cases.assert(property, { numRuns: 10, atLeast: 6 })
  expect(seen).toHaveLength(18)
})

test('where every case has occurred, no more inputs are made than are asked for', () => {
  const { cases, run, seen } = lateCase({ from: 7 })
  cases.assert(fc.property(fc.nat(), run), { numRuns: 7 })
  expect(seen).toHaveLength(7)
})

test('what is tried in addition is new: neither the same inputs nor the examples', () => {
  const { cases, run, seen } = lateCase({ from: 20 })
  cases.assert(fc.property(fc.integer(), run), { numRuns: 2, examples: [[0.5], [1.5]] })
  expect(seen).toHaveLength(20)
  expect(seen.filter((number) => !Number.isInteger(number))).toEqual([0.5, 1.5])
  expect(new Set(seen.slice(2)).size).toBeGreaterThan(1)
})

test('a case that no input makes fails by its name', async () => {
  const { cases, run, seen } = lateCase({ from: Infinity })
  expect(() => cases.assert(fc.property(fc.nat(), run))).toThrow('late: expected 0')
  expect(seen).toHaveLength(100 + 20 * 100)
  const waiting = fc.asyncProperty(fc.nat(), async (number) => run(await Promise.resolve(number)))
  await expect(cases.assert(waiting)).rejects.toThrow('late: expected 0')
})

test('a property that does not hold fails at once', () => {
  const { cases, run, seen } = lateCase({ from: Infinity })
  const broken = fc.property(fc.nat(), (number) => {
    run(number)
    return false
  })
  expect(() => cases.assert(broken, { endOnFailure: true })).toThrow('Property failed')
  expect(seen).toHaveLength(1)
})
