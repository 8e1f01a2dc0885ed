import { describe, expect, test } from 'vitest'
import { draftInvoice, type InvoiceRequest } from '#command/invoices/invoice-draft.ts'
import {
  bankRequest,
  bracelet,
  facts,
  fromBank,
  invoicing,
  manualRequest,
  received,
} from './draft-samples.ts'

const END_CONSUMER = '11111111111'
const counterparty = { nameSurname: null, iban: null, description: null, comment: null }

describe('an invoice is refused', () => {
  const tooLittle = { field: 'data.amount', rule: 'minimum' }
  test.each<[string, InvoiceRequest, ReturnType<typeof facts>, object]>([
    [
      'without settings',
      manualRequest(),
      facts({ settings: undefined }),
      { field: 'companySettings.invoice', rule: 'required' },
    ],
    [
      'where invoices are passive',
      manualRequest(),
      facts({ settings: invoicing({ active: false }) }),
      { field: 'companySettings.invoice', rule: 'active' },
    ],
    [
      'for an identity number that is none, where that matters',
      manualRequest({ idNo: '12345678901' }),
      facts(),
      { field: 'data.idNo', rule: 'identity' },
    ],
    [
      'for an unknown sender',
      bankRequest(),
      fromBank({ counterparty: { ...counterparty, idNo: null } }),
      { field: 'data.idNo', rule: 'required' },
    ],
    [
      'without a template',
      manualRequest(),
      facts({ template: undefined }),
      { field: 'data.templateKey', rule: 'required' },
    ],
    [
      'without a price',
      manualRequest(),
      facts({ price: undefined }),
      { field: 'data.exchanges', rule: 'notCalculable' },
    ],
    [
      'without a price of the labour',
      manualRequest(),
      facts({ template: bracelet({ laborAmount: null }) }),
      { field: 'data.templateKey', rule: 'notCalculable' },
    ],
    [
      'for an amount that buys nothing',
      manualRequest({ amount: 100 }),
      facts({ price: '900000' }),
      tooLittle,
    ],
    ['below the company’s minimum', manualRequest({ amount: 99.99 }), facts(), tooLittle],
    ['below both, once', manualRequest({ amount: 0.01 }), facts(), tooLittle],
    [
      'for money that went out',
      bankRequest(),
      fromBank({ incoming: false }),
      { field: 'data.bankTransactionId', rule: 'direction' },
    ],
    [
      'for money of another currency',
      bankRequest(),
      fromBank({ currency: 'USD' }),
      { field: 'data.bankTransactionId', rule: 'currency' },
    ],
    [
      'on a special base that no law knows, as it is asked for',
      manualRequest({ invoiceType: 'OZELMATRAH' }),
      facts({ template: bracelet({ material: 'platin' }) }),
      { field: 'data.invoiceType', rule: 'exemptionCode' },
    ],
    [
      'on a special base that no law knows, as the template says',
      manualRequest(),
      facts({ template: bracelet({ material: 'platin', invoiceType: 'OZELMATRAH' }) }),
      { field: 'data.templateKey', rule: 'exemptionCode' },
    ],
  ])('%s', (_why, request, known, violation) => {
    expect(draftInvoice(request, known)).toEqual({ draft: undefined, violations: [violation] })
  })

  test('for all reasons at once', () => {
    const transaction = received({ incoming: false, currency: 'USD', amount: '50' })
    const known = facts({
      transaction,
      price: undefined,
      settings: invoicing({ active: false }),
    })
    const { violations } = draftInvoice(bankRequest({ idNo: '12345678901' }), known)
    expect(violations.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'companySettings.invoice active',
      'data.bankTransactionId direction',
      'data.bankTransactionId currency',
      'data.idNo identity',
      'data.amount minimum',
      'data.exchanges notCalculable',
    ])
  })
})

describe('an invoice is not refused', () => {
  test.each([
    ['for the end consumer', manualRequest({ idNo: END_CONSUMER }), facts()],
    ['for a tax number', manualRequest({ idNo: '4840847211' }), facts()],
    [
      'for an invalid number if numbers are not validated',
      manualRequest({ idNo: '12345678901' }),
      facts({ settings: invoicing({ identityValidationRequired: false }) }),
    ],
    [
      'at a given price where none is known',
      manualRequest({ exchanges: 5000 }),
      facts({ price: undefined }),
    ],
    ['of the minimum', manualRequest({ amount: 100 }), facts()],
    [
      'of any amount where there is no minimum',
      manualRequest({ amount: 99 }),
      facts({ settings: invoicing({ minimumAmount: null }) }),
    ],
  ])('%s', (_why, request, known) => {
    expect(draftInvoice(request, known).violations).toEqual([])
  })
})
