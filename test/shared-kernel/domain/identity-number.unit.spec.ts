import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  END_CONSUMER,
  isTckn,
  isValidIdentityNumber,
  isVkn,
} from '#kernel/domain/identity-number.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })

test.each(['10000000146', '39586528950', '4840847211', '0843118681', '3900383669'])(
  '%s is valid',
  (number) => expect(isValidIdentityNumber(number)).toBe(true),
)

test.each([
  '12345678901',
  END_CONSUMER,
  '1288331521',
  '00000000000',
  '484084721',
  '48408472111',
  ' 4840847211',
  '484-084-7211',
  ' 39586528950',
  '39586528950 ',
  '395-865-289-50',
  '３９５８６５２８９５０',
  '３9586528950',
  '3958652895０',
  '３９５８6528950',
  'A840847211',
  '',
])('%j is not valid', (number) => expect(isValidIdentityNumber(number)).toBe(false))

test('a national number is valid with the check digits of the rule, and with no others', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), digits(8), digits(2), (first, rest, ending) => {
      const body = [first, ...rest]
      expect(isTckn([...body, ...ending].join(''))).toBe(
        [...body, ...ending].join('') === body.concat(tcknCheckDigits(body)).join(''),
      )
      expect(isTckn([...body, ...tcknCheckDigits(body)].join(''))).toBe(true)
    }),
  )
})

test('a tax number is valid with exactly one of the ten check digits', () => {
  fc.assert(
    fc.property(digits(9), (body) => {
      const valid = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((check) =>
        isVkn([...body, check].join('')),
      )
      expect(valid).toEqual([vknCheckDigit(body)])
    }),
  )
})

test('one wrong digit of a national number is always detected', () => {
  const place = fc.integer({ min: 0, max: 10 })
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 9 }), (position, shift) => {
      const wrong = Array.from('39586528950')
      wrong[position] = String((Number(wrong[position]) + shift) % 10)
      expect(isTckn(wrong.join(''))).toBe(false)
    }),
  )
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function tcknCheckDigits(body: readonly number[]): number[] {
  const odd = sum(body.filter((_digit, index) => index % 2 === 0))
  const even = sum(body.filter((_digit, index) => index % 2 === 1))
  const tenth = (odd * 7 - even + 100) % 10
  return [tenth, (sum(body) + tenth) % 10]
}

function vknCheckDigit(body: readonly number[]): number {
  const terms = body.map((digit, index) => {
    const shifted = (digit + 9 - index) % 10
    return shifted === 9 ? 9 : (shifted * 2 ** (9 - index)) % 9
  })
  return (10 - (sum(terms) % 10)) % 10
}
