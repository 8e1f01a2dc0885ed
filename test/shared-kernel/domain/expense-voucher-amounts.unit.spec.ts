import { Big } from 'big.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expenseVoucherAmounts, type Purchase } from '#kernel/domain/expense-voucher-amounts.ts'
import { multiply, parseDecimal, times, toMoney } from '#kernel/domain/money.ts'
import { unitPrice } from '#kernel/domain/unit-price.ts'
import { cover } from '#test/support/cover.ts'

const purchase = (given: Partial<Purchase>): Purchase => ({
  amount: '65559.95',
  exchanges: '5312.80',
  purity: '1',
  unitType: 'GRM',
  ...given,
})

test('65 559.95 at 5 312.80 a gram pays for 12.34 grams', () => {
  expect(expenseVoucherAmounts(purchase({}))).toEqual({
    outcome: 'calculated',
    price: '5312.8',
    quantity: '12.34',
  })
})

test('the price of a gram is that of the fine metal in it', () => {
  expect(
    expenseVoucherAmounts(purchase({ amount: '100000', exchanges: '5900', purity: '0.916' })),
  ).toEqual({ outcome: 'calculated', price: '5404.4', quantity: '18.5' })
})

test.each([
  ['18960', '2'],
  ['19000', '2'],
  ['9460', '1'],
  ['9975', '1'],
  ['9025', '1'],
])('%s pays for %s coins of about 9 500', (amount, quantity) => {
  expect(
    expenseVoucherAmounts(purchase({ amount, exchanges: '9500', unitType: 'C62' })),
  ).toMatchObject({ quantity })
})

test.each([
  ['100225', '10.55 coins are not eleven'],
  ['4750', 'half a coin is not one'],
  ['9975.48', 'nor is one and a twentieth'],
  ['9024.52', 'nor what is a twentieth short of one'],
])('%s at 9 500 a coin is refused: %s', (amount) => {
  expect(
    expenseVoucherAmounts(purchase({ amount, exchanges: '9500', unitType: 'C62' })),
  ).toMatchObject({ outcome: 'refused', field: 'data.exchanges', rule: 'notCalculable' })
})

test.each([
  ['99999999.99', '47.31', '2113718.03'],
  ['999999999999.99', '72.51', '13791201213.63'],
])('%s is bought at %s a gram', (amount, exchanges, quantity) => {
  const silver = purchase({ amount, exchanges })
  expect(expenseVoucherAmounts(silver)).toMatchObject({ price: exchanges, quantity })
})

test('no amount of the contract is refused for its size', () => {
  const anyMoney = fc.bigInt({ min: 1_000_000n, max: 99_999_999_999_999n }).map(inCents)
  const anyRate = fc.bigInt({ min: 1n, max: 1_000_000n }).map(inCents)
  fc.assert(
    fc.property(anyMoney, anyRate, (amount, exchanges) => {
      const result = expenseVoucherAmounts(purchase({ amount, exchanges }))
      const quantity = result.outcome === 'calculated' ? result.quantity : '0'
      const price = unitPrice(amount, quantity)
      expect(new Big(quantity).times(price).round(2, Big.roundHalfUp).toFixed(2)).toBe(amount)
    }),
  )
})

const inCents = (cents: bigint) => new Big(cents.toString()).div(100).toFixed(2)

test.each<[string, Partial<Purchase>]>([
  ['no price is known', { exchanges: undefined }],
  ['the price is 0', { exchanges: '0' }],
  ['the price of a unit is less than half a kuruş', { exchanges: '0.004' }],
])('where %s it cannot be calculated', (_case, given) => {
  expect(expenseVoucherAmounts(purchase(given))).toEqual({
    outcome: 'refused',
    field: 'data.exchanges',
    rule: 'notCalculable',
  })
})

test.each<Partial<Purchase>>([
  { amount: '26.56' },
  { amount: '4749.99', exchanges: '9500', unitType: 'C62' },
])('an amount of %j that pays for nothing is too small', (given) => {
  expect(expenseVoucherAmounts(purchase(given))).toEqual({
    outcome: 'refused',
    field: 'data.amount',
    rule: 'minimum',
  })
})

test('price times quantity misses the amount by a rounded gram or a bargained part of a piece', () => {
  const hundredths = (min: number, max: number) => fc.integer({ min, max }).map(decimal(2))
  const cases = cover('GRM', 'C62')
  cases.assert(
    fc.property(
      hundredths(1, 2 ** 31 - 1),
      hundredths(1, 10_000_000),
      fc.integer({ min: 1, max: 1000 }).map(decimal(3)),
      fc.record({
        unitType: fc.constantFrom('GRM', 'C62'),
        pieces: fc.integer({ min: 1, max: 1000 }),
        percentOfOne: fc.integer({ min: -6, max: 6 }),
      }),
      (paid, exchanges, purity, { unitType, pieces, percentOfOne }) => {
        const count = (pieces + percentOfOne / 100).toFixed(2)
        const amount =
          unitType === 'GRM' ? paid : toMoney(times(count, multiply(exchanges, purity, 2)))
        const result = expenseVoucherAmounts({ amount, exchanges, purity, unitType })
        if (result.outcome === 'refused') return
        cases.count(unitType)
        const { price, quantity } = result
        expect(multiply(quantity, unitPrice(amount, quantity), 2)).toBe(parseDecimal(amount))
        expect(quantity).toMatch(unitType === 'C62' ? /^[1-9]\d*$/ : /^\d+(\.\d{1,2})?$/)
        const [total, unit, bought] = [amount, price, quantity].map(hundredthsOf)
        const missed = magnitude((total ?? 0n) * 100n - (unit ?? 0n) * (bought ?? 0n))
        // A twentieth of a piece is bargained; of grams, half of the last decimal is rounded.
        const allowed = unitType === 'C62' ? 10n : 1n
        expect(missed * 2n <= (unit ?? 0n) * allowed).toBe(true)
      },
    ),
    { atLeast: 3 },
  )
})

const decimal = (places: number) => (units: number) => (units / 10 ** places).toFixed(places)

const magnitude = (value: bigint) => (value < 0n ? -value : value)

function hundredthsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}
