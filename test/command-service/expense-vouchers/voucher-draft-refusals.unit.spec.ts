import { describe, expect, test } from 'vitest'
import { draftVoucher, type VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import { bankTransaction, manualRequest, settings } from '#test/support/voucher-samples.ts'
import { bankRequest, expense, facts, fromBank } from './draft-samples.ts'

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
