import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson } from '#kernel/contract/strict-json.ts'

test.each([
  '{"a":1,"a":1}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":1},{"a":1,"\\u0061":2}]',
  '{"a":":","a":"\\""}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":1',
  '',
])('%s is refused', (text) => {
  expect(() => parseStrictJson(text)).toThrow(SyntaxError)
})

test('any other JSON is read as JSON.parse reads it', () => {
  const json = fc.json({ maxDepth: 4, stringUnit: fc.constantFrom('a', '"', '\\', ':', '{', 'ş') })
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      expect(parseStrictJson(spaced)).toEqual(JSON.parse(text))
    }),
  )
})

test('JSON may be nested deeper than calls may be', () => {
  const depth = 200_000
  expect(parseStrictJson('['.repeat(depth) + ']'.repeat(depth))).toHaveLength(1)
})
