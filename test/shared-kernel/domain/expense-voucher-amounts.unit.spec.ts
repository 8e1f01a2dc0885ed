import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expenseVoucherAmounts, type Purchase } from '#kernel/domain/expense-voucher-amounts.ts'
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
  ['4750', '1'],
])('%s pays for %s coins of about 9 500', (amount, quantity) => {
  expect(
    expenseVoucherAmounts(purchase({ amount, exchanges: '9500', unitType: 'C62' })),
  ).toMatchObject({ quantity })
})

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

test('price times quantity misses the amount by at most half of the smallest quantity', () => {
  const hundredths = (min: number, max: number) => fc.integer({ min, max }).map(decimal(2))
  const cases = cover('GRM', 'C62')
  fc.assert(
    fc.property(
      hundredths(1, 2 ** 31 - 1),
      hundredths(1, 10_000_000),
      fc.integer({ min: 1, max: 1000 }).map(decimal(3)),
      fc.constantFrom('GRM' as const, 'C62' as const),
      (amount, exchanges, purity, unitType) => {
        const result = expenseVoucherAmounts({ amount, exchanges, purity, unitType })
        if (result.outcome === 'refused') return
        cases.count(unitType)
        const { price, quantity } = result
        expect(quantity).toMatch(unitType === 'C62' ? /^[1-9]\d*$/ : /^\d+(\.\d{1,2})?$/)
        const [paid, unit, count] = [amount, price, quantity].map(hundredthsOf)
        const missed = magnitude((paid ?? 0n) * 100n - (unit ?? 0n) * (count ?? 0n))
        const smallest = unitType === 'C62' ? 100n : 1n
        expect(missed * 2n <= (unit ?? 0n) * smallest).toBe(true)
      },
    ),
  )
  cases.expectEach(3)
})

const decimal = (places: number) => (units: number) => (units / 10 ** places).toFixed(places)

const magnitude = (value: bigint) => (value < 0n ? -value : value)

function hundredthsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}
