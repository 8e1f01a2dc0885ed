import { describe, expect, test } from 'vitest'
import { draftVoucher, type VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import {
  bankTransaction,
  expenseSettings,
  manualRequest,
  SELLER,
  type Settings,
  settings,
  template,
} from '#test/support/voucher-samples.ts'

const now = '2026-11-20T09:45:00.000Z'

const facts = (given: Partial<DraftFacts> = {}): DraftFacts => ({
  now,
  timeZone: 'Europe/Istanbul',
  settings: settings(),
  template: template(),
  price: '5312.80',
  account: undefined,
  transaction: undefined,
  ...given,
})

const bankRequest = (given: Partial<VoucherRequest> = {}): VoucherRequest => ({
  source: 'bankTransaction',
  idNo: SELLER,
  bankTransactionId: '7a0000000000000000000001',
  ...given,
})

const fromBank = (given: Parameters<typeof bankTransaction>[0] = {}) =>
  facts({ transaction: bankTransaction(given) })

const draftOf = (request: VoucherRequest, known = facts()) => draftVoucher(request, known).draft

const expense = (given: Partial<typeof expenseSettings>) =>
  settings({ expense: { ...expenseSettings, ...given } })

describe('a voucher', () => {
  test('of 65 559.95 at 5 312.80 a gram has 12.34 grams', () => {
    expect(draftVoucher(manualRequest(), facts())).toEqual({
      violations: [],
      draft: {
        source: 'manual',
        bankTransactionId: null,
        documentMode: 'paper',
        environment: null,
        seller: {
          taxNumber: SELLER,
          name: null,
          taxOffice: null,
          address: null,
          district: null,
          city: null,
          phone: null,
          mail: null,
          webSite: null,
          country: null,
        },
        transactionDate: now,
        serial: 'GP',
        givenNumber: null,
        amount: '65559.95',
        exchanges: '5312.80',
        price: '5312.8',
        quantity: '12.34',
        unitType: 'GRM',
        attribute: '24 carat scrap',
        template: {
          id: '5e0000000000000000000001',
          key: 'fine-gold',
          title: 'Fine gold',
          lineName: '24 carat scrap',
          material: 'gold',
        },
        description: null,
        currentCode: null,
        bankName: null,
        invoiceNo: null,
        isSwap: null,
      },
    })
  })

  test('keeps the content of the request', () => {
    const given = {
      attribute: 'bracelets',
      description: 'bought at the counter',
      currentCode: '320.01',
      bankName: 'Ziraat',
      invoiceNo: 'A-7',
      isSwap: true,
      serial: 'KAPI',
      number: '007',
      transactionDate: '2026-11-01T10:00:00Z',
    }
    const { number, ...kept } = given
    expect(draftOf(manualRequest({ ...given, exchanges: 5000.5 }))).toMatchObject({
      ...kept,
      givenNumber: number,
      exchanges: '5000.5',
      price: '5000.5',
    })
  })

  test('of a bank transaction has the amount and the date of the transaction', () => {
    expect(draftOf(bankRequest(), fromBank())).toMatchObject({
      source: 'bankTransaction',
      bankTransactionId: '7a0000000000000000000001',
      amount: '65559.95',
      transactionDate: '2026-11-19T08:00:00Z',
    })
    const transactionDate = '2026-11-20T08:00:00Z'
    expect(draftOf(bankRequest({ transactionDate }), fromBank())).toMatchObject({ transactionDate })
  })

  test('has its amount written as money', () => {
    expect(draftOf(manualRequest({ amount: 65000 }))).toMatchObject({ amount: '65000.00' })
    expect(draftOf(bankRequest(), fromBank({ amount: '65000.5' }))).toMatchObject({
      amount: '65000.50',
    })
  })

  test('of coins has whole pieces', () => {
    const coin = template({ unitType: 'C62', exchange: '1.75' })
    expect(draftOf(manualRequest({ amount: 28000 }), facts({ template: coin }))).toMatchObject({
      unitType: 'C62',
      price: '9297.4',
      quantity: '3',
    })
  })

  test('of coins is refused if the amount does not pay for whole pieces', () => {
    const coin = template({ unitType: 'C62', exchange: '1.75' })
    expect(
      draftVoucher(manualRequest({ amount: 98_000 }), facts({ template: coin })),
    ).toMatchObject({ violations: [{ field: 'data.exchanges', rule: 'notCalculable' }] })
  })
})

describe('the day of a voucher', () => {
  test.each([
    ['2004-12-31T21:59:59.999Z', 'minimum'],
    ['2026-11-20T21:00:00.000Z', 'maximum'],
    ['9999-12-31T23:59:59.999Z', 'maximum'],
  ])('%s is refused', (transactionDate, rule) => {
    const { violations } = draftVoucher(manualRequest({ transactionDate }), facts())
    expect(violations).toEqual([{ field: 'data.transactionDate', rule }])
  })

  test.each(['2004-12-31T22:00:00.000Z', '2026-11-20T20:59:59.999Z'])(
    '%s is taken: it is the clock of the company that counts',
    (transactionDate) => {
      expect(draftOf(manualRequest({ transactionDate }))).toMatchObject({ transactionDate })
    },
  )

  test('counts as well where it is the transaction’s', () => {
    const ahead = fromBank({ transactionDate: '2026-11-21T09:00:00.000Z' })
    expect(draftVoucher(bankRequest(), ahead).violations).toEqual([
      { field: 'data.transactionDate', rule: 'maximum' },
    ])
  })
})

describe('the seller', () => {
  const account = {
    name: 'From The Account',
    taxOffice: 'Kadıköy',
    address: 'Account Street 1',
    district: 'Kadıköy',
    city: 'İstanbul',
    phone: '905321111111',
    mail: 'account@example.com',
    country: 'Türkiye',
  }
  const customerInfo = {
    nameSurname: 'From The Request',
    taxOffice: 'Beşiktaş',
    address: 'Request Street 2',
    cities: 'Beşiktaş',
    states: 'Ankara',
    phone: '905322222222',
    email: 'request@example.com',
  }

  test('is described by the request before the account, field by field', () => {
    expect(draftOf(manualRequest({ customerInfo }), facts({ account }))?.seller).toEqual({
      taxNumber: SELLER,
      name: 'From The Request',
      taxOffice: 'Beşiktaş',
      address: 'Request Street 2',
      district: 'Beşiktaş',
      city: 'Ankara',
      phone: '905322222222',
      mail: 'request@example.com',
      webSite: null,
      country: 'Türkiye',
    })
    const { phone } = customerInfo
    const some = draftOf(manualRequest({ customerInfo: { phone } }), facts({ account }))?.seller
    expect(some).toMatchObject({ name: account.name, phone, mail: account.mail })
  })

  test('has the name from customerInfo, else nameSurname, the account, the bank', () => {
    const nameOf = (request: VoucherRequest, known: DraftFacts) => draftOf(request, known)?.seller
    const nameSurname = 'As The Desk Spells Her'
    const known = { ...fromBank(), account }
    expect(nameOf(bankRequest({ customerInfo, nameSurname }), known)).toMatchObject({
      name: 'From The Request',
    })
    expect(nameOf(bankRequest({ nameSurname }), known)).toMatchObject({ name: nameSurname })
    expect(nameOf(bankRequest(), known)).toMatchObject({ name: account.name })
    expect(nameOf(bankRequest(), fromBank())).toMatchObject({ name: 'As The Bank Spells Her' })
    expect(nameOf(bankRequest(), fromBank({ counterparty: forgotten }))).toMatchObject({
      name: null,
    })
  })
})

describe('an electronic voucher', () => {
  const eDocument: NonNullable<Settings['eDocument']> = {
    enabled: true,
    environment: 'test',
    companyTaxNumber: null,
    serial: null,
  }
  const modeOf = (request: VoucherRequest, given: Settings['eDocument']) => {
    const draft = draftOf(request, facts({ settings: settings({ eDocument: given }) }))
    return [draft?.documentMode, draft?.environment]
  }

  test('is a draft of a company that has the electronic mode, in its environment of the day', () => {
    const isDraft = true
    expect(modeOf(manualRequest({ isDraft }), eDocument)).toEqual(['electronic', 'test'])
  })

  test('is nothing else', () => {
    const isDraft = true
    expect(modeOf(manualRequest(), eDocument)).toEqual(['paper', null])
    expect(modeOf(manualRequest({ isDraft: false }), eDocument)).toEqual(['paper', null])
    expect(modeOf(manualRequest({ isDraft }), null)).toEqual(['paper', null])
    const disabled = { ...eDocument, enabled: false }
    expect(modeOf(manualRequest({ isDraft }), disabled)).toEqual(['paper', null])
  })
})

describe('a voucher is refused', () => {
  const required = { rule: 'required' }
  test.each<[string, VoucherRequest, DraftFacts, { field: string; rule: string }]>([
    [
      'without settings',
      manualRequest(),
      facts({ settings: undefined }),
      { field: 'companySettings.expense', ...required },
    ],
    [
      'without the settings’ part for vouchers',
      manualRequest(),
      facts({ settings: settings({ expense: null }) }),
      { field: 'companySettings.expense', ...required },
    ],
    [
      'where vouchers are passive',
      manualRequest(),
      facts({ settings: expense({ active: false }) }),
      { field: 'companySettings.expense', rule: 'active' },
    ],
    [
      'without a serial of anybody’s',
      manualRequest(),
      facts({ settings: expense({ serial: null }) }),
      { field: 'companySettings.expense.serial', ...required },
    ],
    [
      'with a number but no serial',
      manualRequest({ number: '7' }),
      facts(),
      { field: 'data.serial', rule: 'reserved' },
    ],
    [
      'with a number in the company’s own serial',
      manualRequest({ number: '7', serial: 'GP' }),
      facts(),
      { field: 'data.serial', rule: 'reserved' },
    ],
    [
      'for an identity number that is none, where that matters',
      manualRequest({ idNo: '12345678901' }),
      facts(),
      { field: 'data.idNo', rule: 'identity' },
    ],
    [
      'without a template',
      manualRequest(),
      facts({ template: undefined }),
      { field: 'data.templateKey', ...required },
    ],
    [
      'without a price',
      manualRequest(),
      facts({ price: undefined }),
      { field: 'data.exchanges', rule: 'notCalculable' },
    ],
    [
      'for an amount that buys nothing',
      manualRequest({ amount: 0.01 }),
      facts(),
      { field: 'data.amount', rule: 'minimum' },
    ],
    [
      'for money that came in',
      bankRequest(),
      fromBank({ incoming: true }),
      { field: 'data.bankTransactionId', rule: 'direction' },
    ],
    [
      'for money of another currency',
      bankRequest(),
      fromBank({ currency: 'USD' }),
      { field: 'data.bankTransactionId', rule: 'currency' },
    ],
  ])('%s', (_why, request, known, violation) => {
    expect(draftVoucher(request, known)).toEqual({ draft: undefined, violations: [violation] })
  })

  test('for all reasons at once', () => {
    const request = bankRequest({ idNo: '12345678901', number: '7' })
    const transaction = bankTransaction({ incoming: true, currency: 'USD' })
    const { violations } = draftVoucher(
      request,
      facts({ transaction, template: undefined, settings: expense({ active: false }) }),
    )
    expect(violations.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'companySettings.expense active',
      'data.bankTransactionId direction',
      'data.bankTransactionId currency',
      'data.idNo identity',
      'data.templateKey required',
      'data.serial reserved',
    ])
  })
})

describe('a voucher is not refused', () => {
  test.each([
    [
      'for an invalid number if numbers are not validated',
      manualRequest({ idNo: '12345678901' }),
      facts({ settings: expense({ identityValidationRequired: false }) }),
    ],
    ['for the end consumer', manualRequest({ idNo: '11111111111' }), facts()],
    ['for a tax number', manualRequest({ idNo: '4840847211' }), facts()],
    [
      'at a given price where none is known',
      manualRequest({ exchanges: 5000 }),
      facts({ price: undefined }),
    ],
    [
      'in a given serial where the company has none',
      manualRequest({ serial: 'KAPI' }),
      facts({ settings: expense({ serial: null }) }),
    ],
    [
      'with a number in a serial of its own',
      manualRequest({ serial: 'KAPI', number: '7' }),
      facts(),
    ],
    ['in the company’s own serial, named', manualRequest({ serial: 'GP' }), facts()],
  ])('%s', (_why, request, known) => {
    expect(draftVoucher(request, known).violations).toEqual([])
  })
})
