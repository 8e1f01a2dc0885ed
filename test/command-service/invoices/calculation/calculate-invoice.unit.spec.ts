import { describe, expect, test } from 'vitest'
import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import type { InvoiceLine, Sale } from '#command/invoices/calculation/sale.ts'
import { sale } from './samples.ts'

const bullion = { exchange: '1', laborType: null, laborAmount: null }

const noAllowance = { allowancePrice: '0.00', allowanceTotal: '0.00', isExtra: false }

const linesOf = (of: Sale): readonly Partial<InvoiceLine>[] => {
  const result = calculateInvoice(of)
  return result.outcome === 'calculated' ? result.lines : []
}

describe('100 000 lira, at 5 900 a gram of fine gold', () => {
  test('pay for 18.02 grams of bracelets, their labour and its KDV', () => {
    expect(calculateInvoice(sale('OZELMATRAH'))).toEqual({
      outcome: 'calculated',
      lines: [
        {
          name: '22 Ayar Bilezik',
          quantity: '18.02',
          unitType: 'GRM',
          stockCode: 'BLZ22',
          price: '5404.4',
          amount: '97387.29',
          lineTotal: '97387.29',
          kdvPercent: '0',
          kdvTotal: '0.00',
          ozelMatrahTotal: '0.00',
          isDefault: true,
          isLabor: false,
          ...noAllowance,
        },
        {
          name: 'İşçilik',
          quantity: '18.02',
          unitType: 'GRM',
          stockCode: null,
          price: '120.82463929',
          amount: '2177.26',
          lineTotal: '2177.26',
          kdvPercent: '20',
          kdvTotal: '435.45',
          ozelMatrahTotal: '2177.26',
          isDefault: false,
          isLabor: true,
          ...noAllowance,
        },
      ],
      totals: {
        linesTotal: '99564.55',
        kdvTotal: '435.45',
        allowanceTotal: '0.00',
        payableTotal: '100000.00',
      },
    })
  })

  test('pay for 16.95 grams of bullion', () => {
    expect(calculateInvoice(sale('ISTISNA', bullion))).toMatchObject({
      lines: [
        {
          quantity: '16.95',
          price: '5899.70501475',
          lineTotal: '100000.00',
          kdvPercent: '0',
          kdvTotal: '0.00',
          isDefault: true,
        },
      ],
      totals: { linesTotal: '100000.00', kdvTotal: '0.00', payableTotal: '100000.00' },
    })
  })

  test('are 83 333.33 and a KDV of 16 666.67 where all of it is taxed', () => {
    expect(calculateInvoice(sale('SATIS', bullion))).toMatchObject({
      lines: [
        {
          quantity: '14.12',
          price: '5901.79390935',
          lineTotal: '83333.33',
          kdvPercent: '20',
          kdvTotal: '16666.67',
          isDefault: true,
          isLabor: false,
        },
      ],
      totals: { linesTotal: '83333.33', kdvTotal: '16666.67', payableTotal: '100000.00' },
    })
  })

  test('pay for less metal where the labour has one price for all', () => {
    const setting = { laborType: 'fixed', laborAmount: '5000', laborName: 'Mıhlama' } as const
    // (100 000 − 6 000) ÷ 5 404.4 = 17.39…
    expect(calculateInvoice(sale('OZELMATRAH', setting))).toMatchObject({
      lines: [
        { quantity: '17.39', unitType: 'GRM', lineTotal: '93982.52' },
        {
          name: 'Mıhlama',
          quantity: '1',
          unitType: 'C62',
          price: '5014.57',
          lineTotal: '5014.57',
          kdvTotal: '1002.91',
        },
      ],
      totals: { linesTotal: '98997.09', payableTotal: '100000.00' },
    })
  })
})

describe('pieces', () => {
  const coin = { unitType: 'C62', exchange: '1.6065', laborAmount: '90' } as const

  test('with labour are as many whole ones as the amount pays for, and the rest is labour', () => {
    // 9 478.35 + 108 a piece: 10 of them are 95 863.50, 11 would be too many.
    expect(calculateInvoice(sale('OZELMATRAH', coin))).toMatchObject({
      lines: [
        { quantity: '10', unitType: 'C62', price: '9478.35', lineTotal: '94783.50' },
        { quantity: '10', unitType: 'C62', price: '434.708', lineTotal: '4347.08' },
      ],
      totals: { kdvTotal: '869.42', payableTotal: '100000.00' },
    })
  })

  test('of a currency are the nearest whole number, at the price that makes the total exact', () => {
    const dollars = { ...bullion, unitType: 'C62' } as const
    expect(linesOf(sale('ISTISNA', dollars, { exchanges: '42.35' }))).toMatchObject([
      { quantity: '2361', price: '42.35493435', lineTotal: '100000.00' },
    ])
  })

  test('that are packs of a hundred have their number of units where bullion has its purity', () => {
    const packs = { ...bullion, unitType: 'C62', exchange: '100' } as const
    expect(linesOf(sale('ISTISNA', packs, { exchanges: '42.35' }))).toMatchObject([
      { quantity: '24', price: '4166.66666667' },
    ])
  })

  test.each<[Sale['invoiceType'], string, string]>([
    ['OZELMATRAH', '9586.34', '9586.35'],
    ['ISTISNA', '4739.17', '4739.18'],
    ['SATIS', '5687.00', '5687.01'],
  ])('are at least one: %s for %s is too little, for %s it is one', (type, less, enough) => {
    expect(calculateInvoice(sale(type, coin, { amount: less }))).toEqual({
      outcome: 'refused',
      field: 'data.amount',
      rule: 'minimum',
    })
    expect(linesOf(sale(type, coin, { amount: enough }))[0]).toMatchObject({ quantity: '1' })
  })
})

describe('labour', () => {
  test('without its own price is the rest after whole pieces', () => {
    const given = { unitType: 'C62', exchange: '1', laborAmount: '0' } as const
    expect(linesOf(sale('OZELMATRAH', given, { amount: '6500.00' }))).toMatchObject([
      { quantity: '1', lineTotal: '5900.00' },
      { quantity: '1', unitType: 'C62', price: '500', lineTotal: '500.00', kdvTotal: '100.00' },
    ])
  })

  test('without any rest makes the amount too small', () => {
    const given = { exchange: '1', laborAmount: '0' }
    expect(calculateInvoice(sale('OZELMATRAH', given, { amount: '5900.00' }))).toEqual({
      outcome: 'refused',
      field: 'data.amount',
      rule: 'minimum',
    })
  })

  test('of one price that takes all of the amount leaves no metal to sell', () => {
    const given = { laborType: 'fixed', laborAmount: '90000' } as const
    expect(calculateInvoice(sale('OZELMATRAH', given))).toMatchObject({ field: 'data.amount' })
  })

  test('of an unnamed kind is priced by the unit', () => {
    expect(calculateInvoice(sale('OZELMATRAH', { laborType: null }))).toEqual(
      calculateInvoice(sale('OZELMATRAH')),
    )
  })

  test('bears no KDV at a rate of 0', () => {
    expect(calculateInvoice(sale('OZELMATRAH', { vatRate: '0' }))).toMatchObject({
      lines: [{}, { kdvPercent: '0', kdvTotal: '0.00' }],
      totals: { kdvTotal: '0.00', payableTotal: '100000.00' },
    })
  })
})

describe('it cannot be calculated', () => {
  test.each<[string, Sale]>([
    ['no price is known', sale('ISTISNA', {}, { exchanges: undefined })],
    ['the price is 0', sale('SATIS', {}, { exchanges: '0' })],
    ['the price has no place in 8 decimals', sale('ISTISNA', {}, { exchanges: '0.000000001' })],
  ])('where %s', (_case, of) => {
    expect(calculateInvoice(of)).toEqual({
      outcome: 'refused',
      field: 'data.exchanges',
      rule: 'notCalculable',
    })
  })

  test('if the template has no labour price', () => {
    expect(calculateInvoice(sale('OZELMATRAH', { laborAmount: null }))).toEqual({
      outcome: 'refused',
      field: 'data.templateKey',
      rule: 'notCalculable',
    })
  })

  test.each<[string, Sale]>([
    ['no hundredth of a gram', sale('ISTISNA', {}, { amount: '0.01' })],
    ['no hundredth of a gram, taxed', sale('SATIS', {}, { amount: '0.01' })],
    ['no hundredth of a gram with its labour', sale('OZELMATRAH', {}, { amount: '55.48' })],
  ])('for an amount that pays for %s', (_case, of) => {
    expect(calculateInvoice(of)).toEqual({
      outcome: 'refused',
      field: 'data.amount',
      rule: 'minimum',
    })
  })

  test.each(['0.00000001', '0.001', '0.00499999'])(
    'at a price of %s, which is less than a cent',
    (exchanges) => {
      for (const type of ['ISTISNA', 'OZELMATRAH', 'SATIS'] as const) {
        expect(
          calculateInvoice(sale(type, { exchange: '1' }, { exchanges, amount: '100' })),
        ).toEqual({
          outcome: 'refused',
          field: 'data.exchanges',
          rule: 'notCalculable',
        })
      }
    },
  )
})
