import { Big } from 'big.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import type { InvoiceCalculation, InvoiceLine, Sale } from '#command/invoices/calculation/sale.ts'
import { cover } from '#test/support/cover.ts'
import { sale } from './samples.ts'

type Calculated = Extract<InvoiceCalculation, { outcome: 'calculated' }>

const MOST_MONEY = 99_999_999_999_999n
/** Up to this quantity a price of 12 decimals comes to any cent. */
const MOST_UNITS = 10_000_000_000

const decimal = (places: number, [min, max]: readonly [bigint, bigint]) =>
  // Small numbers, where rounding bites, as often as large ones.
  fc
    .oneof(
      fc.bigInt({ min, max }),
      fc.bigInt({ min, max: max < 100_000n + min ? max : 100_000n + min }),
    )
    .map((units) => new Big(units.toString()).times(`1e-${places}`).toFixed())

const amounts = fc.oneof(decimal(2, [1n, MOST_MONEY]), decimal(2, [1_000_000n, 1_000_000_000n]))
const rates = fc.oneof(decimal(2, [1n, 100_000_000n]), decimal(8, [10n ** 7n, 10n ** 14n]))
const purities = fc.oneof(decimal(3, [1n, 1000n]), decimal(8, [1n, 10n ** 10n]))

const sales: fc.Arbitrary<Sale> = fc
  .record({
    invoiceType: fc.constantFrom('ISTISNA', 'OZELMATRAH', 'SATIS'),
    amount: amounts,
    exchanges: rates,
    exchange: purities,
    unitType: fc.constantFrom('GRM', 'C62'),
    vatRate: fc.oneof(fc.constantFrom('0', '1', '10', '20'), decimal(2, [0n, 10_000n])),
    laborType: fc.constantFrom('perUnit', 'fixed', null),
    laborAmount: fc.oneof(fc.constant('0'), decimal(2, [0n, 1_000_000n])),
  })
  .map(({ invoiceType, amount, exchanges, ...given }) =>
    sale(invoiceType, given, { amount, exchanges }),
  )

const calculated = (of: Sale): Calculated | undefined => {
  const result = calculateInvoice(of)
  return result.outcome === 'calculated' ? result : undefined
}

type Check = (result: Calculated, of: Sale) => void

const ofAnySale = (check: Check) =>
  fc.property(sales, (of) => {
    const result = calculated(of)
    if (result !== undefined) check(result, of)
  })

/** For all sales that can be calculated. */
const always = (check: Check) => fc.assert(ofAnySale(check), { numRuns: 1000 })

const sumOf = (lines: readonly InvoiceLine[], field: 'lineTotal' | 'kdvTotal' | 'allowanceTotal') =>
  lines.reduce((total, line) => total.plus(line[field]), new Big(0)).toFixed(2)

const metalPriceOf = ({ exchanges = '0', item }: Sale) => new Big(exchanges).times(item.exchange)

test('most generated sales of each type can be calculated', () => {
  const drawn = fc.sample(sales, { numRuns: 1000, seed: 7 })
  for (const type of ['ISTISNA', 'OZELMATRAH', 'SATIS']) {
    const ofType = drawn.filter(({ invoiceType }) => invoiceType === type)
    const share = ofType.filter((of) => calculated(of) !== undefined).length / ofType.length
    expect(share, type).toBeGreaterThan(0.4)
  }
})

test('lines add up to the totals, and totals to the amount, to the cent', () => {
  always(({ lines, totals }, { amount }) => {
    expect(totals).toEqual({
      linesTotal: sumOf(lines, 'lineTotal'),
      kdvTotal: sumOf(lines, 'kdvTotal'),
      allowanceTotal: '0.00',
      payableTotal: new Big(amount).toFixed(2),
    })
    const paid = new Big(totals.linesTotal).minus(totals.allowanceTotal).plus(totals.kdvTotal)
    expect(paid.toFixed(2)).toBe(totals.payableTotal)
  })
})

test('no number is negative, unreadable or longer than its kind allows', () => {
  always(({ lines, totals }) => {
    for (const line of lines) {
      expect(line.quantity).toMatch(line.unitType === 'C62' ? /^[1-9]\d*$/ : /^\d+(\.\d{1,2})?$/)
      expect(line.price).toMatch(/^\d+(\.\d{1,18})?$/)
      expect(line.kdvPercent).toMatch(/^\d{1,3}(\.\d{1,2})?$/)
      const { amount, lineTotal, kdvTotal, allowancePrice, allowanceTotal, ozelMatrahTotal } = line
      const money = [amount, lineTotal, kdvTotal, allowancePrice, allowanceTotal, ozelMatrahTotal]
      for (const value of [...money, ...Object.values(totals)]) expect(value).toMatch(/^\d+\.\d\d$/)
      for (const value of [line.quantity, line.price, lineTotal]) {
        expect(new Big(value).gt(0)).toBe(true)
      }
    }
  })
})

test('a quantity times its unit price is the line, to the cent', () => {
  always(({ lines }) => {
    for (const { quantity, price, lineTotal } of lines) {
      expect(new Big(quantity).times(price).round(2, Big.roundHalfUp).toFixed(2)).toBe(lineTotal)
    }
  })
})

test('a unit price has more than 8 decimals only where these miss the cent, and 12 at most', () => {
  const cases = cover('more than 8')
  const property = ofAnySale(({ lines }) => {
    for (const { quantity, price, lineTotal } of lines) {
      const decimals = price.split('.')[1]?.length ?? 0
      if (decimals <= 8) continue
      cases.count('more than 8')
      const shorter = new Big(price).round(8, Big.roundHalfUp)
      expect(shorter.times(quantity).round(2, Big.roundHalfUp).toFixed(2)).not.toBe(lineTotal)
      expect(decimals).toBeLessThanOrEqual(Number(quantity) <= MOST_UNITS ? 12 : 18)
    }
  })
  cases.assert(property, { numRuns: 1000, atLeast: 20 })
})

const materials = fc.constantFrom('5900', '72.51', '42.35', '1', '1100.5', '38000')

test('no amount of the contract is refused for its size, whatever is sold', () => {
  const large = decimal(2, [10_000_000n, MOST_MONEY])
  fc.assert(
    fc.property(sales, large, materials, (of, amount, exchanges) => {
      const laborAmount = new Big(of.item.laborAmount ?? 0).plus(1).toFixed()
      const item = { ...of.item, exchange: '0.916', laborAmount }
      expect(calculateInvoice({ ...of, item, amount, exchanges })).toMatchObject({
        outcome: 'calculated',
        totals: { payableTotal: new Big(amount).toFixed(2) },
      })
    }),
    { numRuns: 1000 },
  )
})

test('the quantity is what the metal’s price makes of the line, to half of the smallest one', () => {
  always(({ lines: [line] }, of) => {
    const half = of.item.unitType === 'C62' ? '0.5' : '0.005'
    const worth = new Big(line?.quantity ?? 0).times(metalPriceOf(of))
    const tolerance =
      of.invoiceType === 'OZELMATRAH' ? new Big('0.005') : metalPriceOf(of).times(half)
    expect(
      worth
        .minus(line?.lineTotal ?? 0)
        .abs()
        .lte(tolerance),
    ).toBe(true)
  })
})

test('KDV is that of the taxed base, to the cent', () => {
  always(({ lines }) => {
    for (const { lineTotal, kdvPercent, kdvTotal } of lines) {
      const due = new Big(lineTotal).times(kdvPercent).times('0.01')
      // Both the base and the KDV are rounded, against each other.
      expect(due.minus(kdvTotal).abs().lte('0.01')).toBe(true)
    }
  })
})

test('a special base is the labour alone; nothing else has one', () => {
  always(({ lines }, { invoiceType }) => {
    expect(lines.map(({ isDefault, isLabor }) => [isDefault, isLabor])).toEqual(
      invoiceType === 'OZELMATRAH'
        ? [
            [true, false],
            [false, true],
          ]
        : [[true, false]],
    )
    for (const { isLabor, ozelMatrahTotal, lineTotal } of lines) {
      expect(ozelMatrahTotal).toBe(isLabor ? lineTotal : '0.00')
    }
  })
})

test('labour never comes to less than it costs, but for a rounded kuruş', () => {
  const cases = cover('perUnit', 'fixed', 'none')
  const property = ofAnySale(({ lines: [metal, labor] }, { invoiceType, item }) => {
    if (invoiceType !== 'OZELMATRAH') return
    cases.count(item.laborType ?? 'none')
    const units = item.laborType === 'fixed' ? '1' : (metal?.quantity ?? '0')
    const cost = new Big(item.laborAmount ?? 0).times(units)
    expect(new Big(labor?.lineTotal ?? 0).plus('0.01').gte(cost)).toBe(true)
  })
  cases.assert(property, { numRuns: 1000, atLeast: 3 })
})

test('one more unit of metal with its labour would be more than the amount', () => {
  const cases = cover('GRM', 'C62')
  const property = ofAnySale(({ lines: [metal] }, of) => {
    if (of.invoiceType !== 'OZELMATRAH') return
    const { laborAmount, laborType, unitType, vatRate } = of.item
    cases.count(unitType)
    const gross = new Big(laborAmount ?? 0).times(new Big(vatRate).div(100).plus(1))
    const more = new Big(metal?.quantity ?? 0).plus(unitType === 'C62' ? 1 : '0.01')
    const price =
      laborType === 'fixed'
        ? more.times(metalPriceOf(of)).plus(gross)
        : more.times(metalPriceOf(of).plus(gross))
    expect(price.gt(of.amount)).toBe(true)
  })
  cases.assert(property, { numRuns: 1000, atLeast: 3 })
})

test('a larger amount never buys less, and stays sufficient', () => {
  const cases = cover('enough for both')
  cases.assert(
    fc.property(sales, amounts, (of, other) => {
      const [less, more] = [of.amount, other].toSorted((left, right) => new Big(left).cmp(right))
      const small = calculated({ ...of, amount: less ?? '0' })
      const large = calculated({ ...of, amount: more ?? '0' })
      if (small === undefined) return
      cases.count('enough for both', large !== undefined)
      // A hundredth of a gram's labour of less than 1 lira may be rounded away.
      const mayBeRoundedAway =
        of.invoiceType === 'OZELMATRAH' && new Big(of.item.laborAmount ?? 0).lt(1)
      expect(large !== undefined || mayBeRoundedAway).toBe(true)
      const metal = (result: Calculated) => new Big(result.lines[0]?.quantity ?? 0)
      expect(metal(large ?? small).gte(metal(small))).toBe(true)
    }),
    { numRuns: 1000, atLeast: 20 },
  )
})
