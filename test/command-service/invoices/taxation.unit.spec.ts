import { expect, test } from 'vitest'
import type { InvoiceType } from '#command/invoices/calculation/sale.ts'
import { exemptionCodeOf, invoiceTypeOf } from '#command/invoices/taxation.ts'
import { bracelet } from './draft-samples.ts'

test.each<[material: string, laborDisabled: boolean, InvoiceType, code: string | null]>([
  ['gold', true, 'ISTISNA', '230'],
  ['silver', true, 'ISTISNA', '230'],
  ['usd', true, 'ISTISNA', '232'],
  ['eur', false, 'ISTISNA', '232'],
  ['try', true, 'ISTISNA', '232'],
  ['gold', false, 'OZELMATRAH', '805'],
  ['silver', false, 'OZELMATRAH', '808'],
  ['platin', true, 'SATIS', null],
  ['paladyum', false, 'SATIS', null],
])('%s with labour disabled %s is %s, code %s', (material, laborDisabled, type, code) => {
  const template = bracelet({ material, laborDisabled })
  expect(invoiceTypeOf(template)).toBe(type)
  expect(invoiceTypeOf(template, 'OTOMATIK')).toBe(type)
  expect(exemptionCodeOf(template, type, '1.00')).toBe(code)
})

test('the request’s type comes before the template’s', () => {
  const template = bracelet({ invoiceType: 'SATIS' })
  expect(invoiceTypeOf(template)).toBe('SATIS')
  expect(invoiceTypeOf(template, 'OTOMATIK')).toBe('SATIS')
  expect(invoiceTypeOf(template, 'ISTISNA')).toBe('ISTISNA')
})

test.each<[code: string, InvoiceType, used: string]>([
  ['229', 'ISTISNA', '229'],
  ['301', 'ISTISNA', '301'],
  ['812', 'OZELMATRAH', '812'],
  ['229', 'OZELMATRAH', '805'],
  ['805', 'ISTISNA', '230'],
  ['351', 'ISTISNA', '230'],
  ['809', 'OZELMATRAH', '809'],
])('the template’s own code %s stands on %s as %s', (exemptionCode, type, used) => {
  expect(exemptionCodeOf(bracelet({ exemptionCode }), type, '0.00')).toBe(used)
})

test.each(['813', '299', '203', '308', 'gold', '1229', '2290', '800', '1809', '8091', ''])(
  'with a code %s that is none of the list nothing is issued',
  (exemptionCode) => {
    const template = bracelet({ exemptionCode })
    expect(exemptionCodeOf(template, 'ISTISNA', '0.00')).toBeUndefined()
    expect(exemptionCodeOf(template, 'OZELMATRAH', '1.00')).toBeUndefined()
  },
)

test('a sale that bears no KDV and is not exempt says so', () => {
  expect(exemptionCodeOf(bracelet(), 'SATIS', '0.00')).toBe('351')
})

test('an exempt sale of another material is one for another reason', () => {
  const platinum = bracelet({ material: 'platin' })
  expect(exemptionCodeOf(platinum, 'ISTISNA', '0.00')).toBe('250')
  expect(exemptionCodeOf(platinum, 'OZELMATRAH', '1.00')).toBeUndefined()
})
