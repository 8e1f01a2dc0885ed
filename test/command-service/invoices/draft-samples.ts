import type { InvoiceRequest } from '#command/invoices/invoice-draft.ts'
import type { DraftFacts } from '#command/provider-documents/party.ts'
import {
  bankTransaction,
  type Settings,
  settings,
  type Template,
  template,
} from '#test/support/voucher-samples.ts'

export const NOW = '2026-11-20T09:45:00.000Z'
export const TRANSACTION = '7a0000000000000000000001'
export const BUYER = '10000000146'

const definitions: NonNullable<Settings['invoice']> = {
  active: true,
  serial: 'SRF',
  identityValidationRequired: true,
  minimumAmount: '100.00',
  integrator: 'sandbox',
}

export const invoicing = (given: Partial<typeof definitions> = {}) =>
  settings({ invoice: { ...definitions, ...given } })

/** A bracelet of 22 carat, with labour for each gram. */
export const bracelet = (given: Partial<Template> = {}) =>
  template({
    key: 'bilezik-22',
    title: '22 ayar bilezik',
    lineName: '22 Ayar Bilezik',
    statusType: 'invoice',
    exchange: '0.916',
    vatRate: '20',
    laborDisabled: false,
    laborType: 'perUnit',
    laborAmount: '120.00',
    stockCode: 'BLZ22',
    ...given,
  })

export const facts = (given: Partial<DraftFacts> = {}): DraftFacts => ({
  now: NOW,
  timeZone: 'Europe/Istanbul',
  settings: invoicing(),
  template: bracelet(),
  price: '5900.00',
  account: undefined,
  transaction: undefined,
  ...given,
})

export const received = (given: Parameters<typeof bankTransaction>[0] = {}) =>
  bankTransaction({ incoming: true, amount: '100000', ...given })

export const fromBank = (given: Parameters<typeof bankTransaction>[0] = {}) =>
  facts({ transaction: received(given) })

export const manualRequest = (given: Partial<InvoiceRequest> = {}): InvoiceRequest => ({
  source: 'manual',
  idNo: BUYER,
  amount: 100_000,
  paymentType: 'other',
  ...given,
})

export const bankRequest = (given: Partial<InvoiceRequest> = {}): InvoiceRequest => ({
  source: 'bankTransaction',
  bankTransactionId: TRANSACTION,
  ...given,
})
