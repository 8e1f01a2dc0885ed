import { expect, test } from 'vitest'
import { evaluation, type ScoredPair, worstMisses } from '#kernel/domain/screening/evaluation.ts'

const pair = (score: number, isSame: boolean): ScoredPair => ({
  sought: 'Ayşe Işık',
  listed: 'Ayse Isik',
  isSame,
  score,
})

test('a pair whose score is the threshold counts as found', () => {
  const pairs = [pair(0.8, true), pair(0.79, true), pair(0.9, true), pair(0.95, false)]
  expect(evaluation(pairs, 0.8)).toEqual({
    threshold: 0.8,
    precision: 2 / 3,
    recall: 2 / 3,
    f1: 4 / 6,
  })
})

test('precision and recall differ where more is found than is right', () => {
  const pairs = [pair(0.9, true), pair(0.9, false), pair(0.9, false), pair(0.1, true)]
  expect(evaluation(pairs, 0.8)).toEqual({
    threshold: 0.8,
    precision: 1 / 3,
    recall: 1 / 2,
    f1: 2 / 5,
  })
})

test('the worst misses are the wrongly judged pairs furthest from the threshold, worst first', () => {
  const tooHigh = pair(0.99, false)
  const tooLow = pair(0.2, true)
  const barely = pair(0.8, false)
  const right = [pair(0.8, true), pair(0.1, false)]
  expect(worstMisses([barely, tooHigh, ...right, tooLow], 0.8, 9)).toEqual([
    tooLow,
    tooHigh,
    barely,
  ])
  expect(worstMisses([barely, tooHigh, tooLow], 0.8, 2)).toEqual([tooLow, tooHigh])
})
