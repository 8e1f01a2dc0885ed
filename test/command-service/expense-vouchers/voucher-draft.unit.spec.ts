import { describe, expect, test } from 'vitest'
import { draftVoucher, type VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import {
  manualRequest,
  noAccount,
  SELLER,
  type Settings,
  settings,
  template,
} from '#test/support/voucher-samples.ts'
import { bankRequest, facts, fromBank, now } from './draft-samples.ts'

const draftOf = (request: VoucherRequest, known = facts()) => draftVoucher(request, known).draft

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
        timeZone: 'Europe/Istanbul',
        day: '2026-11-20',
        serial: 'GP',
        givenNumber: null,
        amount: '65559.95',
        exchanges: '5312.80',
        purity: '1',
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

test('the day of a voucher is neither before 2005 nor ahead, given or the transaction’s', () => {
  const early = manualRequest({ transactionDate: '2004-12-31T21:59:59.999Z' })
  expect(draftVoucher(early, facts()).violations).toEqual([
    { field: 'data.transactionDate', rule: 'minimum' },
  ])
  const ahead = fromBank({ transactionDate: '2026-11-21T09:00:00.000Z' })
  expect(draftVoucher(bankRequest(), ahead).violations).toEqual([
    { field: 'data.transactionDate', rule: 'maximum' },
  ])
})

test('the seller is described by the request, else by the account, else by the bank', () => {
  const account = { ...noAccount, name: 'From The Account', city: 'İstanbul' }
  const customerInfo = { nameSurname: 'From The Request', states: 'Ankara' }
  const sellerOf = (request: VoucherRequest, known: DraftFacts) => draftOf(request, known)?.seller
  const known = { ...fromBank(), account }
  expect(sellerOf(bankRequest({ customerInfo }), known)).toMatchObject({
    taxNumber: SELLER,
    name: 'From The Request',
    city: 'Ankara',
  })
  expect(sellerOf(bankRequest(), known)).toMatchObject({ name: account.name, city: 'İstanbul' })
  expect(sellerOf(bankRequest(), fromBank())).toMatchObject({ name: 'As The Bank Spells Her' })
  const unknown = fromBank({ counterparty: forgotten })
  expect(sellerOf(bankRequest(), unknown)).toMatchObject({ name: null })
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
