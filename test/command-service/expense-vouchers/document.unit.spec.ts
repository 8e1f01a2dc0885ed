import { describe, expect, test } from 'vitest'
import { type PreparationFacts, preparableOf } from '#command/expense-vouchers/document.ts'
import type { VoucherContent } from '#command/expense-vouchers/voucher.ts'
import { documentCompany } from '#command/provider-documents/company.ts'
import { expectRefusal, type WrittenDetail } from '#test/support/decider-spec.ts'
import { company, type Settings, settings } from '#test/support/voucher-samples.ts'
import { voucher } from './examples.ts'

type Seller = Exclude<VoucherContent['seller'], { forgotten: true }>

const eDocument: NonNullable<Settings['eDocument']> = {
  enabled: true,
  environment: 'test',
  companyTaxNumber: company().taxNumber,
  serial: 'GPE',
}
const facts = (given: Partial<typeof eDocument> = {}): PreparationFacts => ({
  company: company(),
  settings: settings({ eDocument: { ...eDocument, ...given } }),
})
const PERSON: Seller = {
  taxNumber: '10000000146',
  name: 'Ayşe Işık',
  taxOffice: null,
  address: 'Kürkçüler Sok. 5',
  district: null,
  city: null,
  phone: '0532 123 45 67',
  mail: null,
  webSite: null,
  country: null,
}
const soldBy = (given: Partial<Seller> = {}): VoucherContent => ({
  ...voucher,
  seller: { ...PERSON, ...given },
})

test('a person, an address and a mobile phone are enough', () => {
  expect(preparableOf(soldBy(), facts())).toEqual({
    company: documentCompany(company(), facts().settings),
    seller: PERSON,
    phone: '905321234567',
    serial: 'GPE',
  })
})

describe('the company', () => {
  const refused = (code: string, details: readonly WrittenDetail[]) =>
    expect.objectContaining({ code, details })
  const lacks = (...fields: readonly string[]) =>
    refused(
      'E_DOCUMENT_CONFIG_MISSING',
      fields.map((field) => ({ field: `companySettings.${field}`, rule: 'required' })),
    )
  const trading = (title: string, given: Partial<Settings> = {}) => {
    const ofTrader = { ...eDocument, companyTaxNumber: '10000000146' }
    return {
      company: company({ taxNumber: '10000000146', title }),
      settings: settings({ eDocument: ofTrader, ...given }),
    }
  }

  test('of a sole trader with a title of one word needs the owner’s name', () => {
    expect(() => preparableOf(soldBy(), trading('Altınev'))).toThrow(
      lacks('ownerFirstName', 'ownerFamilyName'),
    )
    const owner = { ownerFirstName: 'Ali', ownerFamilyName: 'Demir' }
    expect(preparableOf(soldBy(), trading('Altınev', owner)).company.owner).toEqual({
      firstName: 'Ali',
      familyName: 'Demir',
    })
    expect(preparableOf(soldBy(), trading('Ali Demir')).company.owner).toBeNull()
  })

  test('that asks for whole parties needs a register number and an address', () => {
    const strict = settings({ eDocument, partyDataRequired: true })
    const bare = company({ address: ' ', district: null })
    expect(() => preparableOf(soldBy(), { company: bare, settings: strict })).toThrow(
      refused('E_DOCUMENT_CONFIG_MISSING', [
        { field: 'companySettings.mersisNo', rule: 'requiredOneOf' },
        { field: 'company.address', rule: 'required' },
        { field: 'company.district', rule: 'required' },
      ]),
    )
    const whole = { company: company(), settings: { ...strict, tradeRegisterNo: '123456-5' } }
    expect(() => preparableOf(soldBy({ district: null, city: '' }), whole)).toThrow(
      refused('E_DOCUMENT_DATA_INCOMPLETE', [
        { field: 'customer.district', rule: 'required' },
        { field: 'customer.city', rule: 'required' },
      ]),
    )
    const atHome = soldBy({ district: 'Fatih', city: 'İstanbul' })
    expect(preparableOf(atHome, whole)).toMatchObject({ company: { tradeRegisterNo: '123456-5' } })
  })
})

test('the provider chooses the prefix of the official number if the company has none', () => {
  expect(preparableOf(soldBy(), facts({ serial: null }))).toMatchObject({ serial: null })
})

describe('the seller', () => {
  test.each([
    ['a company, whose name may be one word', { taxNumber: '4840847211', name: 'Kuyumculuk' }],
    ['somebody with more than two names', { name: 'Ayşe Nur Işık Yılmaz' }],
    ['somebody whose name has blanks around it', { name: '  Ayşe   Işık ' }],
  ])('may be %s', (_what, given) => {
    expect(preparableOf(soldBy(given), facts())).toMatchObject({ phone: '905321234567' })
  })

  test.each<[string, Partial<Seller>, readonly WrittenDetail[]]>([
    ['a number', { taxNumber: '' }, [{ field: 'customer.taxNumber', rule: 'identity' }]],
    [
      'a real number: this one stands for an unnamed buyer',
      { taxNumber: '11111111111' },
      [{ field: 'customer.taxNumber', rule: 'identity' }],
    ],
    [
      'a number whose checksum fits',
      { taxNumber: '10000000147' },
      [{ field: 'customer.taxNumber', rule: 'identity' }],
    ],
    [
      'a company number whose checksum fits',
      { taxNumber: '4840847212' },
      [{ field: 'customer.taxNumber', rule: 'identity' }],
    ],
    [
      'more than a passport',
      { taxNumber: 'U12345678' },
      [{ field: 'customer.taxNumber', rule: 'identity' }],
    ],
    ['a name', { name: null }, [{ field: 'customer.name', rule: 'required' }]],
    ['a name that is not blank', { name: '  ' }, [{ field: 'customer.name', rule: 'required' }]],
    ['a family name', { name: 'Ayşe' }, [{ field: 'customer.name', rule: 'format' }]],
    ['an address', { address: null }, [{ field: 'customer.address', rule: 'required' }]],
    ['an address with words', { address: ' ' }, [{ field: 'customer.address', rule: 'required' }]],
    ['a phone', { phone: null }, [{ field: 'customer.phone', rule: 'required' }]],
    ['a phone number', { phone: 'evde' }, [{ field: 'customer.phone', rule: 'format' }]],
    ['a whole phone number', { phone: '0532 123' }, [{ field: 'customer.phone', rule: 'format' }]],
    ['a mobile phone', { phone: '0212 555 12 34' }, [{ field: 'customer.phone', rule: 'format' }]],
    [
      'all of it, and is refused at once',
      { taxNumber: '', name: null, address: null, phone: null },
      [
        { field: 'customer.taxNumber', rule: 'identity' },
        { field: 'customer.name', rule: 'required' },
        { field: 'customer.address', rule: 'required' },
        { field: 'customer.phone', rule: 'required' },
      ],
    ],
  ])('needs %s', (_what, given, faults) =>
    expectRefusal(() => preparableOf(soldBy(given), facts()), 'E_DOCUMENT_DATA_INCOMPLETE', faults),
  )

  test('a forgotten person cannot have a document', () =>
    expectRefusal(
      () => preparableOf({ ...voucher, seller: { forgotten: true } }, facts()),
      'E_DOCUMENT_DATA_INCOMPLETE',
    ))
})

describe('the phone is kept as digits with its country', () => {
  test.each([
    ['0532 123 45 67', '905321234567'],
    ['+90 (532) 123-45-67', '905321234567'],
    ['905321234567', '905321234567'],
    ['5321234567', '905321234567'],
    ['+49 1512 3456789', '4915123456789'],
  ])('%s', (phone, digits) => {
    expect(preparableOf(soldBy({ phone }), facts()).phone).toBe(digits)
  })
})

describe('a company', () => {
  const missing = 'E_DOCUMENT_CONFIG_MISSING'
  test.each<[string, PreparationFacts]>([
    ['that is unknown', { ...facts(), company: undefined }],
    ['without settings', { ...facts(), settings: undefined }],
    ['without electronic documents', { ...facts(), settings: settings({ eDocument: null }) }],
    ['that has turned them off', facts({ enabled: false })],
    ['whose account there has no tax number', facts({ companyTaxNumber: null })],
  ])('%s prepares nothing', (_what, given) =>
    expectRefusal(() => preparableOf(soldBy(), given), missing),
  )

  test('a company whose provider account has another tax number prepares nothing', () =>
    expectRefusal(
      () => preparableOf(soldBy(), facts({ companyTaxNumber: '0843118681' })),
      'E_DOCUMENT_COMPANY_MISMATCH',
    ))

  test('is refused for its settings before its seller is checked', () =>
    expectRefusal(() => preparableOf(soldBy({ name: null }), facts({ enabled: false })), missing))
})
