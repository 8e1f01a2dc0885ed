import { expect, test } from 'vitest'
import { evaluation, scored, worstMisses } from '#kernel/domain/screening/evaluation.ts'
import { explanationOf } from '#kernel/domain/screening/explanation.ts'
import { type Facts, noFacts } from '#kernel/domain/screening/facts.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { searchIn } from '#kernel/domain/screening/search.ts'
import { generatedPairs } from '#test/support/screening/generated-pairs.ts'

test('the score of a hit is the score of the name times every fact’s effect', () => {
  const facts: Facts = { birthYears: [[1980, 1980]], countries: ['tr'] }
  const listedFacts: Facts = { birthYears: [[1981, 1981]], countries: ['sy'] }
  for (const { sought, listed } of generatedPairs('tuning', 10)) {
    const builder = listIndexBuilder()
    builder.add({ names: ['Hiç Kimse'], weakNames: [listed], idNos: [], ...listedFacts })
    const search = searchIn(builder.build())
    const [hit] = search({ idNo: null, name: sought, surname: null, facts, threshold: 0.1 })
    const { name, facts: effects } = explanationOf(
      { name: sought, facts },
      { name: listed, facts: listedFacts, isWeakName: true },
    )
    const score = effects.reduce((product, { effect }) => product * effect, name)
    const isHit = hit?.nameAt === 1
    expect(isHit ? hit.score : 0).toBeCloseTo(isHit ? score : 0, 9)
    expect(isHit || score < 0.1).toBe(true)
  }
})

test('every part of both names is explained once', () => {
  const { parts } = explanationOf(
    { name: 'Hacer Şen Yılmaz', facts: noFacts },
    { name: 'Hacer Nur Şen', facts: noFacts, isWeakName: false },
  )
  expect(parts.map(({ query, entry, how }) => [query, entry, how])).toEqual([
    ['hacer', 'hacer', 'same'],
    ['sen', 'sen', 'same'],
    ['yilmaz', null, 'leftOver'],
    [null, 'nur', 'leftOver'],
  ])
})

test('an evaluation counts what is found, and names the worst misses first', () => {
  const pairs = [
    { sought: 'Ahmet Yılmaz', listed: 'Ahmed Yilmaz', isSame: true },
    { sought: 'Ahmet Yılmaz', listed: 'Bambaşka Biri', isSame: true },
    { sought: 'Ahmet Yılmaz', listed: 'Ahmet Yılmaz', isSame: false },
    { sought: 'Ahmet Yılmaz', listed: 'Ayşe Kaya', isSame: false },
  ].map(scored)
  expect(evaluation(pairs, 0.8)).toEqual({ threshold: 0.8, precision: 0.5, recall: 0.5, f1: 0.5 })
  expect(worstMisses(pairs, 0.8, 5).map(({ listed }) => listed)).toEqual([
    'Bambaşka Biri',
    'Ahmet Yılmaz',
  ])
  expect(evaluation([], 0.8).f1).toBeNull()
})
