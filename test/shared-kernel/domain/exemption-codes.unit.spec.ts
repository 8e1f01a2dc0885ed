import { expect, test } from 'vitest'
import { typeOfExemptionCode } from '#kernel/domain/exemption-codes.ts'

test.each([
  ['001', 'ISTISNA'],
  ['217', 'ISTISNA'],
  ['218', 'ISTISNA'],
  ['325', 'ISTISNA'],
  ['326', 'ISTISNA'],
  ['501', 'ISTISNA'],
  ['801', 'OZELMATRAH'],
  ['812', 'OZELMATRAH'],
  ['151', 'SATIS'],
  ['555', 'SATIS'],
])('invoices with the code %s are of the type %s', (code, type) => {
  expect(typeOfExemptionCode(code)).toBe(type)
})

test.each(['203', '339', '701', '', ' ', '1', 'ISTISNA'])(
  'no invoice bears the code %j',
  (code) => {
    expect(typeOfExemptionCode(code)).toBeUndefined()
  },
)
