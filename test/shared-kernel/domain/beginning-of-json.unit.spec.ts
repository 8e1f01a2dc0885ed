import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf } from '#kernel/domain/beginning-of-json.ts'

const bounds = { values: 20, depth: 3 }

test.each([
  ['more members', '{"a":1,"b":[2,3],"c":4}', { values: 3, depth: 9 }, '{"a":1,"b":[2,3]}'],
  ['what nests deeper', '{"a":[[1],2],"b":"}"}', { values: 9, depth: 2 }, '{"a":[null]}'],
  ['brackets in a text are text', '{"a":"[{,,,\\"","b":1}', { values: 2, depth: 1 }, undefined],
  ['no JSON stays none', '{"a":[1}', { values: 2, depth: 9 }, undefined],
  ['nor a text without its end', '{"a":"b', { values: 2, depth: 9 }, undefined],
])('%s', (_what, text, within, cut) => {
  expect(beginningOf(text, within)).toEqual({ text: cut ?? text, isCut: cut !== undefined })
})

test('what keeps to the bounds is left as it is; anything else is JSON that keeps to them', () =>
  fc.assert(
    fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), (text) => {
      const beginning = beginningOf(text, bounds)
      const { values, depth } = sizeOf(JSON.parse(text))
      const size = sizeOf(JSON.parse(beginning.text))
      expect(beginning.isCut).toBe(values > bounds.values || depth > bounds.depth)
      expect(beginning.isCut || beginning.text === text).toBe(true)
      expect(size.values).toBeLessThanOrEqual(bounds.values)
      expect(size.depth).toBeLessThanOrEqual(bounds.depth)
    }),
  ))

test('however much follows, it is not read', () => {
  const endless = `{"a":1${',"b":1'.repeat(30)}`
  expect(beginningOf(`${endless}, no JSON at all`, bounds)).toEqual({
    text: `{"a":1${',"b":1'.repeat(19)}}`,
    isCut: true,
  })
})

/** One value, and one more for each comma. */
function sizeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const inner = Object.values(value).map(sizeOf)
  return {
    values: Math.max(
      1,
      inner.reduce((sum, { values }) => sum + values, 0),
    ),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}
