import { expect, test } from 'vitest'
import { revisionsCheck } from '#audit/verification/checks/revisions.ts'
import { stored } from '#test/support/stored-events.ts'

/** The problems of events, each given as its stream and revision. */
function problems(...events: readonly (readonly [string, bigint])[]) {
  const check = revisionsCheck()
  return events.flatMap(([stream, revision], at) => {
    const position = BigInt(at * 10)
    return check(stored('Happened', { stream, revision, position }))?.problem ?? []
  })
}

test('streams whose revisions begin at 0 and have no gap are sound', () => {
  expect(problems(['a', 0n], ['b', 0n], ['a', 1n], ['b', 1n], ['a', 2n])).toEqual([])
})

test('an event that was deleted at the beginning or amid is missed once', () => {
  expect(problems(['a', 1n], ['b', 0n], ['a', 2n], ['b', 3n], ['b', 4n])).toEqual([
    'revision 1 follows where 0 was expected',
    'revision 3 follows where 1 was expected',
  ])
})

test('an event that stands twice is a fault', () => {
  expect(problems(['a', 0n], ['a', 0n])).toEqual(['revision 0 follows where 1 was expected'])
})
