import { describe, expect, test } from 'vitest'
import { draftInvoice, type InvoiceRequest } from '#command/invoices/invoice-draft.ts'
import { partyNumberOf } from '#command/provider-documents/party.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import {
  BUYER,
  bankRequest,
  facts,
  fromBank,
  invoicing,
  manualRequest,
  NOW,
  received,
  TRANSACTION,
} from './draft-samples.ts'

const draftOf = (request: InvoiceRequest, known = facts()) => draftInvoice(request, known).draft

const OTHER = '39586528950'
const END_CONSUMER = '11111111111'

const counterparty = { nameSurname: null, iban: null, description: null, comment: null }

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

describe('the day of an invoice', () => {
  test.each([
    ['2004-12-31T21:59:59.999Z', 'minimum'],
    ['2026-11-20T21:00:00.000Z', 'maximum'],
    ['9999-12-31T23:59:59.999Z', 'maximum'],
  ])('%s is refused', (transactionDate, rule) => {
    const { violations } = draftInvoice(manualRequest({ transactionDate }), facts())
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
    expect(draftInvoice(bankRequest(), ahead).violations).toEqual([
      { field: 'data.transactionDate', rule: 'maximum' },
    ])
  })
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
    expect(draftOf(manualRequest({ customerInfo }), facts({ account }))?.customer).toEqual({
      taxNumber: BUYER,
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
    const some = draftOf(manualRequest({ customerInfo: { phone } }), facts({ account }))
    expect(some?.customer).toMatchObject({ name: account.name, phone, mail: account.mail })
  })

  test('has the name from customerInfo, else nameSurname, the account, the bank', () => {
    const nameOf = (given: Partial<InvoiceRequest>, known = fromBank()) =>
      draftOf(bankRequest(given), known)?.customer.name
    const nameSurname = 'As The Desk Spells Her'
    const withAccount = { ...fromBank(), account }
    expect(nameOf({ nameSurname, customerInfo }, withAccount)).toBe('From The Request')
    expect(nameOf({ nameSurname }, withAccount)).toBe(nameSurname)
    expect(nameOf({}, withAccount)).toBe('From The Account')
    expect(nameOf({})).toBe('As The Bank Spells Her')
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

  test('has the given identity number, else the sender’s', () => {
    const sender = received({ counterparty: { ...counterparty, idNo: OTHER } })
    expect(partyNumberOf({ idNo: BUYER }, sender)).toBe(BUYER)
    expect(partyNumberOf({}, sender)).toBe(OTHER)
    expect(partyNumberOf({}, received({ counterparty: forgotten }))).toBeUndefined()
    expect(partyNumberOf({}, undefined)).toBeUndefined()
  })
})

test('the integrator chooses the prefix if the serial cannot be one', () => {
  const { draft } = draftInvoice(
    manualRequest(),
    facts({ settings: invoicing({ serial: 'fatura' }) }),
  )
  expect(draft?.serial).toBeNull()
})
