import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGuessable } from '#operator/import/kinds/guessable.ts'

const user = 'kasa-1-dealer'

test.each([
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  '********************************',
  'çççççççççççççççççççççççç',
  'abcabcabcabcabcabcabcabc',
  'aaaaaaaaaaaabbbbbbbbbbbb',
  'xK9mQ2pL7vRtxK9mQ2pL7vRt',
  'kasa1kasa2kasa3kasa4kasa5',
  'abcdefghijklmnopqrstuvwx',
  'zyxwvutsrqponmlkjihgfedc',
  'acegikmoqsuwybdfhjlnprtv',
  '123456789012345678901234',
  'qwertyuiopasdfghjklzxcvbnm',
  'q1w2e3r4t5y6u7i8o9p0a1s2d3',
  'a1b2c3d4e5f6g7h8i9j0k1l2',
  'aabbccddeeffgghhiijjkkll',
  'passwordPassword123456789',
  'kasa-1-dealerkasa-1-dealer',
  'KASA-1-DEALER-KASA-1-DEALER',
  'relaed-1-asakrelaed-1-asak',
  'kasa-1-dealer0000000000000',
  'ab'.repeat(250),
])('%s follows from little', (secret) => {
  expect(isGuessable(secret, [user])).toBe(true)
})

test.each([
  'kasa-anahtari-uzun-ve-gizli',
  'another secret, long enough',
  'çok gizli ve uzun bir anahtar',
  'replace-this-by-a-secret-of-your-own',
])('%s does not', (secret) => {
  expect(isGuessable(secret, [user])).toBe(false)
})

test.each([
  ['digits', fc.constantFrom(...Array.from('0123456789'))],
  ['hexadecimal digits', fc.constantFrom(...Array.from('0123456789abcdef'))],
  ['letters', fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz'))],
])('24 random %s do not', (_what, digit) => {
  // Random, not what fast-check prefers: it would try one digit again and again.
  const secrets = fc.sample(fc.array(fc.noBias(digit), { minLength: 24, maxLength: 24 }), 20)
  const guessable = secrets.map((digits) => digits.join('')).filter((one) => isGuessable(one, []))
  expect(guessable).toEqual([])
})
