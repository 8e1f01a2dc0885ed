import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacWith } from '#kernel/platform/vault/hmac.ts'

const encodings = ['base64url', 'hex'] as const
type Encoding = (typeof encodings)[number]

const expected = (key: Buffer, encoding: Encoding, text: string) =>
  createHmac('sha256', key).update(text).digest(encoding)

const keys = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes))
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .tuple(fc.constantFrom('a', 'ş', '€', '😀', '\ud83d'), fc.integer({ min: 0, max: 12_000 }))
    .map(([unit, times]) => unit.repeat(times)),
)

test('it is the HMAC of node:crypto, for texts of any length, one after the other', () =>
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom(...encodings),
      fc.array(texts, { minLength: 1, maxLength: 5 }),
      (key, encoding, given) => {
        const hmac = hmacWith(key, encoding)
        expect(given.map(hmac)).toEqual(given.map((text) => expected(key, encoding, text)))
      },
    ),
  ))

test('a key of more than a block is refused', () => {
  expect(() => hmacWith(Buffer.alloc(65))).toThrow('over 64 bytes')
})
