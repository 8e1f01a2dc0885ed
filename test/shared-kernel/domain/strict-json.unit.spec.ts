import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { NotStrictJson, parseStrictJson } from '#kernel/domain/strict-json.ts'

const refusalOf = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch (error) {
    return error instanceof NotStrictJson ? error.message : error
  }
}

test.each([
  '{"a":1,"a":1}',
  '{"a":{"b":1,"b":2}}',
  '[{"a":1},{"a":1,"\\u0061":2}]',
  '{"a":":","a":"\\""}',
  '{"__proto__":1,"__proto__":2}',
  '{"__proto__":{},"\\u005f_proto__":[]}',
  '{"a":{"x":1},"a":2}',
  '{"a":2,"a":{"x":[1]}}',
  '{"":0,"":0}',
  '{"ş":1,"b":[[{"ş":1,"ş":2}]],"c":1}',
  '{"\\\\":1,"\\\\":2}',
])('%s has a key twice', (text) => {
  expect(refusalOf(text)).toBe('has a key twice')
})

test.each([
  '{"a":1',
  '',
  ' ',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '{"a":1,}',
  '[1,]',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  '-Infinity',
  'undefined',
  '"a\nb"',
  '"\\x41"',
  '"\\ud8"',
  '\ufeff{"a":1}',
  '{"a":1}\u00a0',
  '// a\n1',
])('%j is no JSON', (text) => {
  expect(refusalOf(text)).toBe('is not valid JSON')
})

test('JSON may be nested deeper than calls may be', () => {
  const depth = 200_000
  const text = `${'[{"a":'.repeat(depth)}1.0${'}]'.repeat(depth)}`

  expect(parseStrictJson(text)).toHaveLength(1)
  expect(refusalOf(text.replace('1.0', '{"b":1,"b":2}'))).toBe('has a key twice')
})

test.each([
  '1.10',
  '-0',
  '-0.0',
  '1e400',
  '-1E+2',
  '1e-7',
  '12345678901234567890',
  '0.1000000000000000055511151231257827',
  '100000000000000000000000',
])('%s keeps its digits', (source) => {
  const text = `{"a":[${source},{"b":${source}}],"__proto__":${source},"s":"${source}"}`

  expect(JSON.stringify(parseStrictJson(text))).toBe(text)
})

test.each([
  ['1.10', 1.1, true],
  ['-0', 0, true],
  ['1E2', 100, true],
  ['12000.0000000000000000001', 12_000, false],
  ['12345678901234567890', 12_345_678_901_234_567_000, false],
  ['1e400', Infinity, false],
  ['1e-400', 0, false],
])('%s is nearest to %d', (source, nearest, isHeld) => {
  expect(new ExactNumber(source)).toMatchObject({ nearest, isHeld })
})

/** Texts with everything that ends or begins a token. */
const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    '"',
    '\\',
    ':',
    ',',
    '{',
    '}',
    '[',
    ']',
    '1',
    '-',
    'ş',
    '\u2028',
    '🪙',
  ),
})
const documents = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' })
const tokens = fc.oneof(
  fc.constantFrom('{', '}', '[', ']', ':', ',', 'null', 'true', '"a"', '"\\u0061"', ' ', '\n'),
  fc.constantFrom('0', '-0', '1.10', '1e5', '1E-400', '9007199254740993', '01', '"', '\\'),
)

describe('any text', () => {
  test('that JSON.stringify writes is read as JSON.parse reads it', () => {
    const written = fc.tuple(fc.oneof(documents, fc.dictionary(texts, texts)), fc.nat(3))
    fc.assert(
      fc.property(written, ([value, indent]) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
        expect(JSON.stringify(parseStrictJson(text), null, indent)).toBe(text)
      }),
    )
  })

  test('is read as JSON.parse reads it, or refused as by JSON.parse, or for a key that is there twice', () => {
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        const read = refusalOf(text)
        if (read === 'has a key twice') return
        expect(simplified(read)).toEqual(parsedPlainly(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('with a member copied is refused', () => {
    const holder = fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.jsonValue())
    fc.assert(
      fc.property(holder, fc.nat(3), ([name, first, second], depth) => {
        const key = JSON.stringify(name)
        const object = `{${key}:${JSON.stringify(first)},"x${name.length}":0,${key}:${JSON.stringify(second)}}`
        expect(refusalOf('['.repeat(depth) + object + ']'.repeat(depth))).toBe('has a key twice')
      }),
    )
  })
})

function parsedPlainly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'is not valid JSON'
  }
}

/** Every number as the nearest binary float. */
const simplified = (value: unknown): unknown => {
  if (value instanceof ExactNumber) return Number(value.source)
  if (Array.isArray(value)) return value.map(simplified)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, simplified(inner)]))
}
