import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { undecodable } from '#kernel/contract/validation.ts'
import { parseForm, parseQuery, routable } from '#kernel/platform/http/url-encoded.ts'

test.each([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1', { '': '1' }],
  ['a=1&&b=2&', { a: '1', b: '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=1;b=2', { a: '1;b=2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['q=Ay%C5%9Fe+Y%C4%B1lmaz%2B%20%26', { q: 'Ayşe Yılmaz+ &' }],
  ['filter%5BidNo%5D=1', { 'filter[idNo]': '1' }],
  ['a=%00', { a: '\0' }],
  ['a=%F0%9F%AA%99', { a: '🪙' }],
  // What a client sends that escapes nothing, a character for each byte.
  ['q=\u00c4\u00b0', { q: 'İ' }],
])('%s is %j', (query, parameters) => {
  expect(parseQuery(query)).toEqual(parameters)
})

test.each([
  ['windows-1254', '%DDbrahim'],
  ['windows-1254 that is not escaped', '\u00ddbrahim'],
  ['a character that is cut off', '%E2%80'],
  ['half a surrogate pair', '%ED%A0%80'],
  ['a pair of surrogates, each by itself', '%ED%A0%BD%ED%B2%A9'],
  ['an overlong slash', '%C0%AF'],
  ['an overlong NUL', '%C0%80'],
  ['beyond Unicode', '%F4%90%80%80'],
  ['no digits', '%ZZ'],
  ['one digit', '%4'],
  ['a lone percent sign', '100%'],
  ['IE’s own escape', '%u0130'],
])('%s is undecodable, as a value, a name, and in a form', (_what, text) => {
  expect(parseQuery(`a=1&q=${text}&b=2`)).toEqual({ a: '1', q: undecodable, b: '2' })
  expect(parseQuery(`${text}=1`)).toEqual({ query: undecodable })
  expect(parseForm(Buffer.from(`a=1&value=${text}`, 'latin1'))).toBeUndefined()
})

test('names that every object inherits are names like any other', () => {
  const parameters = parseQuery('__proto__=1&constructor=2&__proto__=3')

  expect(Object.entries(parameters)).toEqual([
    ['__proto__', ['1', '3']],
    ['constructor', '2'],
  ])
})

describe('any parameters', () => {
  const text = fc.string({ unit: 'grapheme' })

  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const written = new URLSearchParams(pairs).toString()
        expect([...(parseForm(Buffer.from(written)) ?? [])]).toEqual(pairs)
        const escaped = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
        expect([...(parseForm(Buffer.from(escaped)) ?? [])]).toEqual(pairs)
      }),
    )
  })

  test('are decoded as UTF-8 alone, whatever bytes there are', () => {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const decoded = (bytes: Uint8Array) => {
      try {
        return utf8.decode(bytes)
      } catch {
        return undecodable
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const escapes = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
        expect(parseQuery(`q=${escapes}`)).toEqual({ q: decoded(bytes) })
      }),
    )
  })
})

test.each([
  ['/v1/customers/%FF?q=%FF', '/v1/customers/%25FF?q=%FF'],
  ['/v1/customers/%ZZ', '/v1/customers/%25ZZ'],
  ['/v1/customers/%C0%AF#%', '/v1/customers/%25C0%25AF#%'],
  ['/v1/customers/%41?q=100%', '/v1/customers/%41?q=100%'],
  ['/v1/customers?q=%FF', '/v1/customers?q=%FF'],
])('%s is routed as %s', (target, routed) => {
  expect(routable(target)).toBe(routed)
})
