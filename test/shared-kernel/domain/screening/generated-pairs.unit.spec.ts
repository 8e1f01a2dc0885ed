import { expect, test } from 'vitest'
import { generatedPairs } from '#test/support/screening/generated-pairs.ts'

test('the halves are the same every time, and no listed name is in both', () => {
  const [tuning, reporting] = [generatedPairs('tuning', 20), generatedPairs('reporting', 20)]
  expect(generatedPairs('tuning', 20)).toEqual(tuning)
  const looked = new Set(tuning.map(({ listed }) => listed.toUpperCase()))
  expect(reporting.filter(({ listed }) => looked.has(listed.toUpperCase()))).toEqual([])
})

test('each variation changes something', () => {
  for (const { variation, sought, listed } of generatedPairs('reporting', 20)) {
    expect([variation.name, sought]).not.toEqual([variation.name, listed])
  }
})
