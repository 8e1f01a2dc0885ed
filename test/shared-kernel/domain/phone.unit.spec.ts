import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMobile, phoneDigits } from '#kernel/domain/phone.ts'

test.each([
  ['0532 123 45 67', '905321234567'],
  ['(0532) 123-45-67', '905321234567'],
  ['532 123 45 67', '905321234567'],
  ['+90 532 123 45 67', '905321234567'],
  ['00905321234567', '905321234567'],
  ['905321234567', '905321234567'],
  ['0212 345 67 89', '902123456789'],
  ['+49 1512 3456789', '4915123456789'],
])('%s is kept as %s', (text, digits) => expect(phoneDigits(text)).toBe(digits))

test.each(['', 'none', '123', '0532 123 45', '0532 123 45 67 89', 'call 0532 123 45 67'])(
  '%j is no phone number',
  (text) => expect(phoneDigits(text)).toBeUndefined(),
)

test('a mobile phone is distinguished from a fixed line, in any country', () => {
  expect(['905321234567', '4915123456789'].map(isMobile)).toEqual([true, true])
  expect(['902123456789', '4930123456', '', 'x'].filter(isMobile)).toEqual([])
})

test('stored digits are unchanged when they are parsed again', () => {
  const subscriber = fc.integer({ min: 1_000_000, max: 9_999_999 })
  fc.assert(
    fc.property(fc.constantFrom('530', '532', '542', '555', '505'), subscriber, (code, number) => {
      const digits = phoneDigits(`0${code}${number}`)
      expect(digits).toBe(`90${code}${number}`)
      expect(phoneDigits(digits ?? '')).toBe(digits)
    }),
  )
})
