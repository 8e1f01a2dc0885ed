import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_COMPANIES,
  contains,
  halvesOf,
  isInShard,
  isSameShard,
  nameInShard,
  type Shard,
  shardInName,
} from '#kernel/platform/read-progress/shard.ts'
import { cover } from '#test/support/cover.ts'

const shardsOf = (of: number): readonly Shard[] =>
  Array.from({ length: of }, (_, index) => ({ index, of }))

const shards = fc
  .integer({ min: 0, max: 6 })
  .chain((power) =>
    fc.integer({ min: 0, max: 2 ** power - 1 }).map((index) => ({ index, of: 2 ** power })),
  )

const companyIds = fc.oneof(fc.string(), fc.constant(''), fc.uuid())

test('each company is in exactly one shard of any number', () => {
  fc.assert(
    fc.property(companyIds, fc.integer({ min: 0, max: 6 }), (companyId, power) => {
      expect(shardsOf(2 ** power).filter((shard) => isInShard(companyId, shard))).toHaveLength(1)
    }),
  )
})

test('the halves of a shard have its companies, each in one half', () => {
  const cases = cover('in the shard', 'elsewhere')
  cases.assert(
    fc.property(companyIds, shards, (companyId, shard) => {
      const halves = halvesOf(shard).filter((half) => isInShard(companyId, half))
      const isInside = isInShard(companyId, shard)
      cases.count(isInside ? 'in the shard' : 'elsewhere')
      expect(halves).toHaveLength(isInside ? 1 : 0)
      expect(halvesOf(shard).every((half) => contains(shard, half))).toBe(true)
    }),
  )
})

test('a shard contains exactly those whose companies it has', () => {
  const cases = cover('contained', 'not contained')
  cases.assert(
    fc.property(shards, shards, (outer, inner) => {
      const companies = Array.from({ length: 1_000 }, (_, n) => `company${n}`)
      const ofInner = companies.filter((companyId) => isInShard(companyId, inner))
      const isContained =
        inner.of >= outer.of && ofInner.every((companyId) => isInShard(companyId, outer))
      cases.count(isContained ? 'contained' : 'not contained')
      expect(contains(outer, inner)).toBe(isContained)
    }),
    { numRuns: 60 },
  )
})

test('what is stored is named by its shard, and found by the name', () => {
  fc.assert(
    fc.property(shards, (shard) => {
      expect(isSameShard(shardInName(nameInShard('read_model', shard)), shard)).toBe(true)
    }),
  )
  expect(nameInShard('read_model', ALL_COMPANIES)).toBe('read_model')
  expect(nameInShard('read_model', { index: 1, of: 4 })).toBe('read_model 1/4')
})

test('a company stays in its shard in every release', () => {
  const found = ['c'.repeat(24), 'd'.repeat(24), '', 'şirket'].map((companyId) =>
    shardsOf(64).findIndex((shard) => isInShard(companyId, shard)),
  )
  expect(found).toEqual([61, 37, 2, 4])
})
