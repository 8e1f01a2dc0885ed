import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitOf, reportedWithin } from './property-limit.ts'

const SOON_MS = 200
const plugins = [reportedWithin(SOON_MS)]

test('a failing property reports its counterexample though shrinking it does not end', async () => {
  let runs = 0
  const fails = fc.asyncProperty(fc.constantFrom('smaller', 'first'), () => {
    runs += 1
    if (runs === 1) throw new Error('it fails')
    return new Promise<void>(() => {})
  })
  const parameters = { plugins, seed: 7, examples: [['first']] as [string][] }

  const failure = /seed: 7, path: "0"[^]*Counterexample: \["first"\]/
  await expect(fc.assert(fails, parameters)).rejects.toThrow(failure)
  expect(runs).toBe(2)
})

test('a property that has not ended in time fails with its seed', async () => {
  const endless = fc.asyncProperty(fc.nat(), () => new Promise<void>(() => {}))

  const failure = /interrupted after 0 tests[^]*seed: 7/
  await expect(fc.assert(endless, { plugins, seed: 7 })).rejects.toThrow(failure)
})

test('the limit leaves a third of the time that a test still has', () => {
  expect(limitOf(60_000, 1_000, 1_000)).toBe(40_000)
  expect(limitOf(60_000, 1_000, 31_000)).toBe(20_000)
  expect(limitOf(60_000, 1_000, 99_000)).toBe(0)
})

test('a test without a limit limits its properties by the longest timer alone', () => {
  expect(limitOf(0, 1_000, 1_000)).toBe(2 ** 31 - 1)
  expect(limitOf(Infinity, 1_000, 1_000)).toBe(2 ** 31 - 1)
})

test('one limit holds in a worker, however many files it has run', () => {
  let before = -1
  const counted: fc.Plugin<[number]> = (index) => {
    before = index
    return {}
  }
  const holds = fc.property(fc.nat(), (number) => number >= 0)
  fc.assert(holds, { plugins: [counted], numRuns: 1 })

  expect(before).toBe(1)
})
