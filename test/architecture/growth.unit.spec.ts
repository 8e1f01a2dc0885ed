import { expect, test } from 'vitest'
import { tableOf } from './growth.ts'

test('a wing stands beside what it was at the last tag', () => {
  const then = new Map([
    ['audit', 1_000],
    ['client', 200],
  ])
  const now = new Map([
    ['audit', 1_600],
    ['client', 150],
  ])
  expect(tableOf(now, then).split('\n')).toEqual([
    'audit                 1600      1000     +600',
    'client                 150       200      -50',
    'all                   1750      1200     +550',
  ])
})

test('without a tag the lines stand alone', () => {
  expect(tableOf(new Map([['audit', 1_600]]), null).split('\n')).toEqual([
    'audit                 1600',
    'all                   1600',
  ])
})
