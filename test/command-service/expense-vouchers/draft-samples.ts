import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import {
  bankTransaction,
  expenseSettings,
  SELLER,
  settings,
  template,
} from '#test/support/voucher-samples.ts'

export const now = '2026-11-20T09:45:00.000Z'

export const facts = (given: Partial<DraftFacts> = {}): DraftFacts => ({
  now,
  timeZone: 'Europe/Istanbul',
  settings: settings(),
  template: template(),
  price: '5312.80',
  account: undefined,
  transaction: undefined,
  ...given,
})

export const bankRequest = (given: Partial<VoucherRequest> = {}): VoucherRequest => ({
  source: 'bankTransaction',
  idNo: SELLER,
  bankTransactionId: '7a0000000000000000000001',
  ...given,
})

export const fromBank = (given: Parameters<typeof bankTransaction>[0] = {}) =>
  facts({ transaction: bankTransaction(given) })

export const expense = (given: Partial<typeof expenseSettings>) =>
  settings({ expense: { ...expenseSettings, ...given } })
