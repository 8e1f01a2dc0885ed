import type { InvoiceEvent } from '#kernel/events/invoice.ts'

type Requested = Extract<InvoiceEvent, { type: 'InvoiceRequested' }>['data']

const at = '2026-11-20T09:45:00.123Z'
const invoiceId = '1f0000000000000000000001'
const uuid = '1f000000-0000-8000-8000-000000000001'
const attemptId = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'
const claims = {
  ledger: 'documentLedger-4c1f',
  transaction: 'transactionClaim-7a0000000000000000000001',
}
const noClaims = { ledger: null, transaction: null }
const attempt = { invoiceId, uuid, attemptId }
const failure = { errorCode: 'BUSINESS_RULE', errorMessage: 'Ayşe Işık mükellef değil' }

const line: Requested['lines'][number] = {
  name: '22 Ayar Bilezik',
  quantity: '18.5',
  unitType: 'GRM',
  stockCode: 'BLZ22',
  price: '5404.4',
  amount: '99981.4',
  lineTotal: '100000',
  kdvPercent: '20',
  kdvTotal: '18.6',
  allowancePrice: '0',
  allowanceTotal: '0',
  ozelMatrahTotal: '99888.4',
  isExtra: false,
  isDefault: true,
  isLabor: false,
}

const full: Requested = {
  invoiceId,
  uuid,
  source: 'bankTransaction',
  bankTransactionId: '7a0000000000000000000001',
  isDraft: false,
  invoiceType: 'OZELMATRAH',
  exemptionCode: '805',
  channel: 'earchive',
  integrator: 'Uydurma Entegratör',
  serial: 'ABC',
  customer: {
    taxNumber: '10000000146',
    name: 'Ayşe Işık',
    taxOffice: 'Kadıköy',
    address: 'Bahariye Cd. 1',
    district: 'Kadıköy',
    city: 'İstanbul',
    phone: '905321234567',
    mail: 'ayse@example.com',
    webSite: 'https://example.com',
    country: 'Türkiye',
  },
  personRef: '4c1f',
  transactionDate: '2026-11-20T09:45:00Z',
  paymentDate: at,
  amount: '100000',
  exchanges: '5900',
  template: {
    id: '5e0000000000000000000001',
    key: 'bracelet-22',
    title: 'Bilezik',
    lineName: '22 Ayar Bilezik',
    material: 'gold',
  },
  lines: [line, { ...line, name: 'İşçilik', stockCode: null, isDefault: false, isLabor: true }],
  totals: { linesTotal: '99981.4', kdvTotal: '18.6', allowanceTotal: '0', payableTotal: '100000' },
  payment: {
    type: 'bank',
    bankName: 'Ziraat Bankası',
    iban: 'TR330006100519786457841326',
    approvalCode: 'A-77',
    expenseNumber: 'GP 12',
    note: 'Ayşe Hanım ödedi',
  },
  description: 'Ayşe Hanım’a satıldı',
  currentCode: '120.01',
  claims,
}

const bare: Requested = {
  ...full,
  source: 'manual',
  bankTransactionId: null,
  isDraft: true,
  invoiceType: 'SATIS',
  exemptionCode: null,
  channel: 'einvoice',
  integrator: null,
  serial: null,
  customer: {
    taxNumber: '11111111111',
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
  lines: [{ ...line, unitType: 'C62', isExtra: true }],
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
  claims: noClaims,
}

const issued = { ...attempt, issuedAt: at }
const refused = { ...attempt, ...failure, refusedAt: at, claims }
const asked = { invoiceId, uuid, askedAt: at, nextAt: '2026-11-20T09:45:05.123Z' }
const deleted = { invoiceId, deletedAt: at }
const resolved = { invoiceId, uuid, reason: 'Portalda görüldü', claims, resolvedAt: at }

/** Events of an invoice: each type, full and with all left out that may be. */
export const invoiceExamples: readonly InvoiceEvent[] = [
  { type: 'InvoiceRequested', data: full },
  { type: 'InvoiceRequested', data: bare },
  { type: 'SubmissionStarted', data: { ...attempt, payloadHash: '9a7d', startedAt: at } },
  { type: 'InvoiceIssued', data: { ...issued, invoiceNumber: 'ABC2026000000001' } },
  { type: 'InvoiceIssued', data: { ...issued, attemptId: null, invoiceNumber: null } },
  { type: 'DraftKept', data: { ...attempt, keptAt: at } },
  { type: 'SubmissionRefused', data: refused },
  { type: 'SubmissionRefused', data: { ...refused, attemptId: null, claims: noClaims } },
  { type: 'SubmissionUnknown', data: { ...attempt, ...failure, givenUpAt: at } },
  { type: 'StatusAsked', data: { ...asked, found: 'notFound' } },
  { type: 'DraftDeletionStarted', data: { ...attempt, startedAt: at } },
  { type: 'DraftDeletionRefused', data: { ...attempt, ...failure, refusedAt: at } },
  { type: 'DraftDeletionUnknown', data: { ...attempt, ...failure, givenUpAt: at } },
  {
    type: 'DraftDeleted',
    data: { ...deleted, uuid, bankTransactionId: full.bankTransactionId, claims },
  },
  { type: 'DraftDeleted', data: { ...deleted, uuid, bankTransactionId: null, claims: noClaims } },
  { type: 'RecordDeleted', data: { ...deleted, claims } },
  { type: 'InvoiceAbandoned', data: { invoiceId, claims } },
  { type: 'InvoiceAbandoned', data: { invoiceId, claims: null } },
  { type: 'OutcomeResolved', data: { ...resolved, resolvedAs: 'accepted' } },
  { type: 'OutcomeResolved', data: { ...resolved, resolvedAs: 'neverArrived' } },
  { type: 'InvoiceCancelled', data: { invoiceId, cancelledAt: at } },
]
