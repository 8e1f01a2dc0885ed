import { expect, test } from 'vitest'
import { missingIn } from '#publishing/kafka/backfill/missing.ts'
import { endsAfter } from '#publishing/kafka/sending/checkpoint.ts'

/** The log has three events of each of two keys. */
const log = ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']

function missing(held: readonly string[], { lostItsHead = false } = {}) {
  const keys = new Map(
    ['a', 'b'].flatMap((key) => {
      const [firstId, ...later] = held.filter((id) => id.startsWith(key))
      if (firstId === undefined) return []
      return [[key, { firstId, lastId: later.at(-1) ?? firstId, count: later.length + 1 }]]
    }),
  )
  const isMissing = missingIn({ keys, lostItsHead })
  return log.filter((id) => isMissing({ topic: 'topic', key: id.charAt(0), id }))
}

test('the missing records of a topic are found, key by key', () => {
  expect(missing([])).toEqual(log)
  expect(missing(['a1', 'b1', 'b2'])).toEqual(['a2', 'a3', 'b3'])
  expect(missing(['b1', 'b2', 'b3'])).toEqual(['a1', 'a2', 'a3'])
  expect(missing(log)).toEqual([])
})

test('a key that has a later event than one that it lacks is refused', () => {
  expect(() => missing(['a1', 'a3'])).toThrow('topic holds later events of the key a')
  expect(() => missing(['a1', 'b2'])).toThrow('topic holds later events of the key b')
})

test('records that the broker deleted at the beginning stay deleted', () => {
  expect(missing(['a2', 'b3'], { lostItsHead: true })).toEqual(['a3'])
})

test('ends never go back, and a new partition has its own', () => {
  expect(endsAfter({ one: [5, 0], other: [3] }, { one: [4, 7, 2] })).toEqual({
    one: [5, 7, 2],
    other: [3],
  })
})
