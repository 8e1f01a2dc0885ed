import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkedDecimal,
  compare,
  divide,
  divideDown,
  isMoney,
  multiply,
  parseDecimal,
  round2,
  roundTo,
  subtract,
  sum,
  times,
  toJsonNumber,
  toMoney,
} from '#kernel/domain/money.ts'

const places = fc.integer({ min: 0, max: 8 })

/** A decimal and, exactly, how many units of its last place it has. */
const scaled = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), places)
  .map(([units, scale]) => ({ units, scale, text: written(units, scale) }))

test.each([
  [12.34, '12.34'],
  ['12.50', '12.5'],
  ['007', '7'],
  [-0, '0'],
  ['-0.00', '0'],
  [1e-9, '0.000000001'],
  [1e21, '1000000000000000000000'],
  [0.1, '0.1'],
])('%j is the decimal %s', (value, decimal) => expect(parseDecimal(value)).toBe(decimal))

test.each([
  '',
  ' 1',
  '1,5',
  '1e3',
  '.5',
  '5.',
  '+1',
  '0x1f',
  'NaN',
  '1'.repeat(41),
  Number.NaN,
  Infinity,
])('%j is no decimal', (value) => expect(parseDecimal(value)).toBeUndefined())

test.each([
  ['1.005', '1.01'],
  ['-1.005', '-1.01'],
  ['2.675', '2.68'],
  ['1.0049999', '1'],
  ['-0.004', '0'],
])('%s rounds to %s', (value, rounded) => expect(round2(value)).toBe(rounded))

test('money is written with both decimals', () => {
  expect(['5', '12.5', '-0.001', '0.005', '65559.952'].map(toMoney)).toEqual([
    '5.00',
    '12.50',
    '0.00',
    '0.01',
    '65559.95',
  ])
})

test('rounding goes to the nearest, and from the middle away from zero', () => {
  fc.assert(
    fc.property(scaled, places, ({ units, scale, text }, kept) => {
      const dropped = BigInt(10 ** Math.max(0, scale - kept))
      expect(roundTo(text, kept)).toBe(written(halfAway(units, dropped), Math.min(scale, kept)))
    }),
  )
})

test('a product and a quotient are rounded once, from the exact value', () => {
  fc.assert(
    fc.property(scaled, scaled, places, (left, right, kept) => {
      const scale = left.scale + right.scale
      const product = left.units * right.units * 10n ** BigInt(kept)
      expect(multiply(left.text, right.text, kept)).toBe(
        written(halfAway(product, 10n ** BigInt(scale)), kept),
      )
      fc.pre(right.units !== 0n)
      const dividend = left.units * 10n ** BigInt(kept + right.scale)
      const divisor = right.units * 10n ** BigInt(left.scale)
      expect(divide(left.text, right.text, kept)).toBe(written(halfAway(dividend, divisor), kept))
    }),
  )
})

test('dividing by zero is an error of the caller', () => {
  expect(() => divide('1', '0', 2)).toThrow('zero')
})

test('decimals are compared by value, not by how they are written', () => {
  expect([compare('9', '10'), compare('1.50', '1.5'), compare('-1', '-2')]).toEqual([-1, 0, 1])
})

test('all money within the limit goes through JSON unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }), (cents) => {
      const amount = written(cents, 2)
      const json = JSON.stringify({ amount: toJsonNumber(amount) })
      expect(json).toBe(`{"amount":${amount}}`)
      expect(parseDecimal(toJsonNumber(amount))).toBe(amount)
      expect(isMoney(amount) && isMoney(toJsonNumber(amount))).toBe(true)
    }),
  )
})

test.each(['0.001', 12.345, '1000000000000', '-1000000000000', 1e15, 'ten', Number.NaN])(
  '%j is no money',
  (value) => expect(isMoney(value)).toBe(false),
)

test('the limit itself and a needless zero are money', () => {
  expect(['999999999999.99', '1.500', 0.1, -12.5].map(isMoney)).toEqual([true, true, true, true])
})

/** In whole numbers only, so that it cannot share a fault with what it checks. */
function halfAway(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const [over, under] = [magnitude(dividend), magnitude(divisor)]
  const rounded = (2n * over + under) / (2n * under)
  return negative ? -rounded : rounded
}

const magnitude = (value: bigint) => (value < 0n ? -value : value)

function written(units: bigint, scale: number): string {
  const digits = String(magnitude(units)).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

test('products, sums and differences are exact', () => {
  expect(times('0.00000001', '0.00000003')).toBe('0.0000000000000003')
  expect(times('999999999999.99', '1.2')).toBe('1199999999999.988')
  expect(sum(['0.1', '0.2', '999999999999.99'])).toBe('1000000000000.29')
  expect(sum([])).toBe('0')
  expect(subtract('0.3', '0.1')).toBe('0.2')
  expect(subtract('0.10', '0.1')).toBe('0')
})

test('a quotient can be rounded down', () => {
  expect(divideDown('100000', '5548.4', 2)).toBe('18.02')
  expect(divideDown('2', '3', 0)).toBe('0')
  expect(divideDown('3', '3', 0)).toBe('1')
  expect(divideDown('-0.5', '3', 2)).toBe('-0.16')
})

test('a checked value becomes a decimal, and any other one is a bug', () => {
  expect(checkedDecimal('012.50')).toBe('12.5')
  expect(() => checkedDecimal('1,5')).toThrow('a value that passed the check is not a decimal')
})
