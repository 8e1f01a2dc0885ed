import type { VoucherContent } from '#command/expense-vouchers/voucher.ts'
import {
  documentLedgerEvents,
  numberBookEvents,
  transactionClaimEvents,
} from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { namedParty, unnamedParty } from '#test/support/parties.ts'
import { electronicVoucherExamples } from './electronic-vouchers.ts'
import { at, type Example, examplesOf, transactionId, voucherId } from './example.ts'

const claims = { ledger: 'documentLedger-4c1f', transaction: null }

const owner = { kind: 'expenseVoucher', id: voucherId } as const

const voucher: VoucherContent = {
  voucherId,
  source: 'bankTransaction',
  bankTransactionId: transactionId,
  documentMode: 'electronic',
  environment: 'live',
  seller: namedParty,
  personRef: '4c1f',
  transactionDate: '2026-11-20T09:45:00Z',
  timeZone: 'Europe/Istanbul',
  day: '2026-11-20',
  serial: 'GP',
  givenNumber: '7',
  amount: '65559.95',
  exchanges: '5312.8',
  purity: '1',
  price: '5312.8',
  quantity: '12.34',
  unitType: 'GRM',
  attribute: '24 ayar hurda',
  template: {
    id: '5e0000000000000000000001',
    key: 'fine-gold',
    title: 'Has altın',
    lineName: '24 ayar hurda',
    material: 'gold',
  },
  description: 'Ayşe Hanım’dan alındı',
  currentCode: '320.01',
  bankName: 'Ziraat',
  invoiceNo: 'A-7',
  isSwap: true,
  claims: { ledger: 'documentLedger-4c1f', transaction: `transactionClaim-${transactionId}` },
}

export const voucherExamples: readonly Example[] = [
  ...examplesOf(
    expenseVoucherEvents,
    { type: 'VoucherDrafted', data: voucher },
    {
      type: 'VoucherDrafted',
      data: {
        ...voucher,
        source: 'manual',
        bankTransactionId: null,
        documentMode: 'paper',
        environment: null,
        seller: unnamedParty,
        givenNumber: null,
        unitType: 'C62',
        description: null,
        currentCode: null,
        bankName: null,
        invoiceNo: null,
        isSwap: null,
        claims,
      },
    },
    {
      type: 'FinalizationRequested',
      data: {
        voucherId,
        serial: 'GP',
        givenNumber: '7',
        book: 'numberBook-4c1f',
        bookRevision: '41',
      },
    },
    {
      type: 'FinalizationRequested',
      data: {
        voucherId,
        serial: 'GP',
        givenNumber: null,
        book: 'numberBook-4c1f',
        bookRevision: '-1',
      },
    },
    {
      type: 'VoucherFinalized',
      data: {
        voucherId,
        serial: 'GP',
        number: '42',
        printDate: at,
        stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
        purchase: {
          environment: null,
          transactionDate: voucher.transactionDate,
          timeZone: 'Europe/Istanbul',
          day: '2026-11-20',
          amount: voucher.amount,
          exchanges: voucher.exchanges,
          price: voucher.price,
          purity: voucher.purity,
        },
        bankTransactionId: null,
      },
    },
    { type: 'DraftDeleted', data: { voucherId, bankTransactionId: transactionId, claims } },
    { type: 'VoucherAbandoned', data: { voucherId, reason: 'neverCreated', claims: null } },
    { type: 'VoucherAbandoned', data: { voucherId, reason: 'numberTaken', claims } },
    ...electronicVoucherExamples(voucherId),
  ),
  ...examplesOf(
    documentLedgerEvents,
    { type: 'DocumentClaimed', data: { owner, day: '2026-11-20', amount: '65559.95' } },
    { type: 'DocumentReleased', data: { owner } },
  ),
  ...examplesOf(
    transactionClaimEvents,
    { type: 'TransactionClaimed', data: { transactionId, owner } },
    { type: 'TransactionReleased', data: { transactionId, owner: { ...owner, kind: 'invoice' } } },
  ),
  ...examplesOf(numberBookEvents, {
    type: 'NumberTaken',
    data: {
      serial: 'GP',
      number: '44',
      documentId: voucherId,
      given: true,
      sequence: '42',
      ahead: 1,
    },
  }),
]
