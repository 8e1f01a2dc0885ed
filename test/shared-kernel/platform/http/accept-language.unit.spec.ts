import { expect, test } from 'vitest'
import { preferredLanguage } from '#kernel/platform/http/accept-language.ts'

test.each([
  // One language, however it is written
  ['tr', 'tr'],
  ['TR', 'tr'],
  ['tr-TR', 'tr'],
  ['tr-CY', 'tr'],
  ['tr-Latn-TR', 'tr'],
  ['en-US', 'en'],
  // Weights
  ['tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7', 'tr'],
  ['en;q=0.8, tr;q=0.9', 'tr'],
  ['de, tr-TR;q=0.8, en;q=0.5', 'tr'],
  ['tr ; Q=0.4 , en ;q=0.3', 'tr'],
  ['en;q=0.001, tr;q=0.002', 'tr'],
  // Equal weights: the first one
  ['tr, en', 'tr'],
  ['en, tr', 'en'],
  ['tr, *', 'tr'],
  // What is not acceptable
  ['tr;q=0', undefined],
  ['tr;q=0.000, en', 'en'],
  ['tr;q=0, tr-TR', undefined],
  ['tr-TR;q=0, tr', 'tr'],
  // Anything
  ['*', 'en'],
  ['de, *;q=0.5', 'en'],
  ['en;q=0, *', 'tr'],
  ['*;q=0', undefined],
  ['tr;q=0.1, *;q=0', 'tr'],
  // Repeated: the best of each
  ['tr;q=0.1, en;q=0.5, tr;q=0.9', 'tr'],
  // None of ours: other languages whose names begin like ours, and none at all
  ['trv', undefined],
  ['enm, trw;q=0.5', undefined],
  ['tur', undefined],
  ['de-DE, fr', undefined],
  ['', undefined],
  [undefined, undefined],
  // Garbage is passed over, and the rest counts
  ['tr;q=2', undefined],
  ['tr;q=-1, en;q=0.1', 'en'],
  ['tr;q=0.12345', undefined],
  ['tr;q=abc', undefined],
  ['tr;level=1', undefined],
  ['tr_TR', undefined],
  ['tr\u{130}', undefined],
  ['t\u{131}', undefined],
  [';;;,,,=', undefined],
  ['"><script>, tr', 'tr'],
])('the header %o prefers %o', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test('a header of the greatest length is read in one pass', () => {
  const long = `${'x'.repeat(8)}-${'a;q=0.1,'.repeat(2_000)}`
  expect(preferredLanguage(`${long}${' '.repeat(8_000)}tr`)).toBe('tr')
  expect(preferredLanguage(`tr${'-a'.repeat(8_000)}!`)).toBeUndefined()
})
