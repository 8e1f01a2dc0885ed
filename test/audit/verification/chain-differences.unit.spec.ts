import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ActualEvent,
  type ChainDifference,
  chainComparison,
} from '#audit/verification/chain-differences.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

const events = (count: number): readonly ActualEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    eventId: `e${at + 1}`,
    hash: hashOf(`${at}`),
    stream: 's',
    revision: BigInt(at),
    position: logPosition(BigInt(at + 1)),
  }))

/** What is found when the log is read in pieces of that size. */
function found(chain: readonly ActualEvent[], log: readonly ActualEvent[], piece = 7) {
  const differences: string[] = []
  const comparison = chainComparison(({ kind, at, eventId }: ChainDifference) =>
    differences.push(`${at} ${eventId} ${kind}`),
  )
  let expected = 0
  for (let at = 0; at < log.length; at += piece) {
    const page = log.slice(at, at + piece)
    while (comparison.isShort(page.length) && expected < chain.length) {
      comparison.expect(chain.slice(expected, expected + 1_000))
      expected += 1_000
    }
    if (expected >= chain.length) comparison.allExpected()
    comparison.see(page)
  }
  comparison.expect(chain.slice(expected))
  comparison.allExpected()
  comparison.end()
  return differences
}

const whole = events(3_000)

test('an unchanged log, even with later events, has no difference', () => {
  expect(found(whole, whole)).toEqual([])
  expect(found(whole.slice(0, 10), whole)).toEqual([])
  expect(found([], whole)).toEqual([])
})

test('a changed event is named, and only this one', () => {
  const changed = whole.with(1_233, { ...event(1_233), hash: hashOf('other') })
  expect(found(whole, changed)).toEqual(['1234 e1234 changed'])
})

test('one that was dropped, first, amid or last', () => {
  for (const at of [0, 1_233, 2_999]) {
    expect(found(whole, whole.toSpliced(at, 1))).toEqual([`${at + 1} e${at + 1} missing`])
  }
})

test('two that were swapped, near or far', () => {
  for (const [one, other] of [
    [10, 11],
    [10, 700],
  ] as const) {
    const swapped = whole.with(one, event(other)).with(other, event(one))
    expect(found(whole, swapped)).toEqual([`${one + 1} e${one + 1} swapped`])
  }
})

test('an inserted event, and a replaced one', () => {
  const foreign = { ...event(0), eventId: 'x', hash: hashOf('x') }
  expect(found(whole, whole.toSpliced(50, 0, foreign))).toEqual(['51 x added'])
  expect(found(whole, whole.with(50, foreign))).toEqual(['51 e51 replaced'])
})

test('several differences are each named, with any size of pages', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(2_999), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 500 }),
      (places, piece) => {
        const dropped = whole.filter((_, at) => !places.includes(at))
        const sorted = places.toSorted((one, other) => one - other)
        expect(found(whole, dropped, piece)).toEqual(
          sorted.map((at) => `${at + 1} e${at + 1} missing`),
        )
      },
    ),
    { numRuns: 30 },
  )
})

function event(at: number): ActualEvent {
  const there = whole[at]
  if (there === undefined) throw new Error(`there is no event ${at}`)
  return there
}
