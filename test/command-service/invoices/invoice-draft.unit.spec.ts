import { describe, expect, test } from 'vitest'
import { draftInvoice, type InvoiceRequest } from '#command/invoices/invoice-draft.ts'
import { noAccount } from '#test/support/voucher-samples.ts'
import {
  BUYER,
  bankRequest,
  facts,
  fromBank,
  invoicing,
  manualRequest,
  NOW,
  TRANSACTION,
} from './draft-samples.ts'

const draftOf = (request: InvoiceRequest, known = facts()) => draftInvoice(request, known).draft

const OTHER = '39586528950'
const END_CONSUMER = '11111111111'

describe('an invoice', () => {
  test('of 100 000 for bracelets is one on a special base', () => {
    const { draft, violations } = draftInvoice(manualRequest(), facts())
    expect(violations).toEqual([])
    const { lines, customer, ...rest } = draft ?? {}
    expect(lines?.map(({ name, lineTotal }) => [name, lineTotal])).toEqual([
      ['22 Ayar Bilezik', '97387.29'],
      ['İşçilik', '2177.26'],
    ])
    expect(customer).toMatchObject({ taxNumber: BUYER, name: null })
    expect(rest).toEqual({
      source: 'manual',
      bankTransactionId: null,
      invoiceType: 'OZELMATRAH',
      exemptionCode: '805',
      transactionDate: NOW,
      timeZone: 'Europe/Istanbul',
      day: '2026-11-20',
      paymentDate: NOW,
      serial: 'SRF',
      integrator: 'sandbox',
      amount: '100000.00',
      exchanges: '5900.00',
      purity: '0.916',
      template: {
        id: '5e0000000000000000000001',
        key: 'bilezik-22',
        title: '22 ayar bilezik',
        lineName: '22 Ayar Bilezik',
        material: 'gold',
      },
      totals: {
        linesTotal: '99564.55',
        kdvTotal: '435.45',
        allowanceTotal: '0.00',
        payableTotal: '100000.00',
      },
      payment: {
        type: 'other',
        bankName: null,
        iban: null,
        approvalCode: null,
        expenseNumber: null,
        note: null,
      },
      description: null,
      currentCode: null,
    })
  })

  test('keeps the content of the request', () => {
    const transactionDate = '2026-11-01T10:00:00.000Z'
    const request = manualRequest({
      paymentType: 'bank',
      bankName: 'Ziraat',
      iban: 'TR33 0006 1005 1978 6457 8413 26',
      transactionDate,
      paymentDate: '2026-12-01T10:00:00.000Z',
      description: 'one\ntwo',
      currentCode: '120.01',
      exchanges: 6000.5,
    })
    expect(draftOf(request)).toMatchObject({
      transactionDate,
      paymentDate: '2026-12-01T10:00:00.000Z',
      payment: {
        type: 'bank',
        bankName: 'Ziraat',
        iban: 'TR33 0006 1005 1978 6457 8413 26',
        note: null,
      },
      description: 'one\ntwo',
      currentCode: '120.01',
      exchanges: '6000.5',
    })
    const dated = manualRequest({ transactionDate })
    expect(draftOf(dated)).toMatchObject({ paymentDate: transactionDate })
  })

  test('to an account with an invalid number is refused', () => {
    const request = manualRequest({ paymentType: 'bank', iban: 'TR330006100519786457841327' })
    expect(draftInvoice(request, facts()).violations).toEqual([
      { field: 'data.iban', rule: 'iban' },
    ])
  })

  test('of a bank transaction has its amount, its date and its sender', () => {
    expect(draftOf(bankRequest(), fromBank())).toMatchObject({
      source: 'bankTransaction',
      bankTransactionId: TRANSACTION,
      amount: '100000.00',
      transactionDate: '2026-11-19T08:00:00Z',
      paymentDate: '2026-11-19T08:00:00Z',
      customer: { taxNumber: BUYER, name: 'As The Bank Spells Her' },
      payment: { type: 'bank', bankName: null },
    })
  })

  test('can leave the serial and the integrator to the company’s default', () => {
    const known = facts({ settings: invoicing({ serial: null, integrator: null }) })
    expect(draftOf(manualRequest(), known)).toMatchObject({ serial: null, integrator: null })
  })
})

test('the day of an invoice is neither before 2005 nor ahead, given or the transaction’s', () => {
  const early = manualRequest({ transactionDate: '2004-12-31T21:59:59.999Z' })
  expect(draftInvoice(early, facts()).violations).toEqual([
    { field: 'data.transactionDate', rule: 'minimum' },
  ])
  const ahead = fromBank({ transactionDate: '2026-11-21T09:00:00.000Z' })
  expect(draftInvoice(bankRequest(), ahead).violations).toEqual([
    { field: 'data.transactionDate', rule: 'maximum' },
  ])
})

describe('the type of an invoice', () => {
  test('is the requested one, with the code of that type', () => {
    const typed = (invoiceType: InvoiceRequest['invoiceType']) => {
      const draft = draftOf(manualRequest(invoiceType && { invoiceType }))
      return [draft?.invoiceType, draft?.exemptionCode, draft?.lines.length]
    }
    expect(typed(undefined)).toEqual(['OZELMATRAH', '805', 2])
    expect(typed('OTOMATIK')).toEqual(['OZELMATRAH', '805', 2])
    expect(typed('OZELMATRAH')).toEqual(['OZELMATRAH', '805', 2])
    expect(typed('ISTISNA')).toEqual(['ISTISNA', '230', 1])
    expect(typed('SATIS')).toEqual(['SATIS', null, 1])
  })

  test('never mixes a special base with an exempt sale', () => {
    for (const invoiceType of ['OZELMATRAH', 'ISTISNA'] as const) {
      const lines = draftOf(manualRequest({ invoiceType }))?.lines ?? []
      const hasBase = lines.some(({ isLabor }) => isLabor)
      expect(hasBase).toBe(invoiceType === 'OZELMATRAH')
    }
  })
})

describe('the buyer', () => {
  test('is described by the request, else by the account, else by the bank', () => {
    const account = { ...noAccount, name: 'From The Account', city: 'İstanbul' }
    const customerInfo = { nameSurname: 'From The Request', states: 'Ankara' }
    const buyerOf = (given: Partial<InvoiceRequest>, known = fromBank()) =>
      draftOf(bankRequest(given), known)?.customer
    const known = { ...fromBank(), account }
    expect(buyerOf({ customerInfo }, known)).toMatchObject({
      taxNumber: BUYER,
      name: 'From The Request',
      city: 'Ankara',
    })
    expect(buyerOf({}, known)).toMatchObject({ name: account.name, city: 'İstanbul' })
    expect(buyerOf({})).toMatchObject({ name: 'As The Bank Spells Her' })
  })

  test('is not the person who only pays', () => {
    expect(draftOf(bankRequest({ idNo: OTHER }), fromBank())?.customer).toMatchObject({
      taxNumber: OTHER,
      name: null,
    })
  })

  test('can be the end consumer, who has a name', () => {
    const request = manualRequest({ idNo: END_CONSUMER })
    expect(draftOf(request)?.customer).toMatchObject({
      taxNumber: END_CONSUMER,
      name: 'Nihai Tüketici',
    })
    const named = draftOf(manualRequest({ idNo: END_CONSUMER, nameSurname: 'Ayşe Işık' }))
    expect(named?.customer.name).toBe('Ayşe Işık')
  })
})

test('the integrator chooses the prefix if the serial cannot be one', () => {
  const { draft } = draftInvoice(
    manualRequest(),
    facts({ settings: invoicing({ serial: 'fatura' }) }),
  )
  expect(draft?.serial).toBeNull()
})
