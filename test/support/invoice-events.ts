import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { namedParty } from './parties.ts'

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>
type DataOf<Type extends InvoiceEvent['type']> = Of<Type>['data']

export type RequestedInvoice = DataOf<'InvoiceRequested'>
export type InvoiceLine = RequestedInvoice['lines'][number]

const ATTEMPT = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'
const REFUSAL = { errorCode: 'BUSINESS_RULE', errorMessage: 'Ayşe Işık mükellef değil' }
const SILENCE = { errorCode: 'TIMEOUT', errorMessage: 'No answer came in time.' }

const at = (seconds: number, fraction = '') =>
  `2026-11-20T10:00:${String(seconds).padStart(2, '0')}${fraction}Z`

export const braceletLine: InvoiceLine = {
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

/** What is requested for 100 000 lira that came by bank. */
export const invoiceContent: Omit<RequestedInvoice, 'invoiceId' | 'uuid'> = {
  source: 'bankTransaction',
  bankTransactionId: '7a0000000000000000000001',
  isDraft: false,
  invoiceType: 'OZELMATRAH',
  exemptionCode: '805',
  channel: 'earchive',
  environment: 'test',
  integrator: 'Uydurma Entegratör',
  serial: 'ABC',
  customer: namedParty,
  personRef: '4c1f',
  transactionDate: '2026-11-20T09:45:00Z',
  timeZone: 'Europe/Istanbul',
  day: '2026-11-20',
  paymentDate: '2026-11-20T09:45:00.123Z',
  amount: '100000',
  exchanges: '5900',
  purity: '0.916',
  template: {
    id: '5e0000000000000000000001',
    key: 'bracelet-22',
    title: 'Bilezik',
    lineName: '22 Ayar Bilezik',
    material: 'gold',
  },
  lines: [
    braceletLine,
    { ...braceletLine, name: 'İşçilik', stockCode: null, isDefault: false, isLabor: true },
  ],
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
  claims: {
    ledger: 'documentLedger-4c1f',
    transaction: 'transactionClaim-7a0000000000000000000001',
  },
}

/** What can happen to an invoice, as the command service writes it. */
export function invoiceHappenings(
  invoiceId: string,
  uuid = '1f000000-0000-8000-8000-000000000001',
) {
  const document = { invoiceId, uuid }
  const attempt = { ...document, attemptId: ATTEMPT }
  const { claims, bankTransactionId } = invoiceContent
  return {
    requested: (changes: Partial<RequestedInvoice> = {}) =>
      event('InvoiceRequested', { ...invoiceContent, ...document, ...changes }),
    submissionStarted: () =>
      event('SubmissionStarted', { ...attempt, payloadHash: '9a7d', startedAt: at(1, '.5') }),
    issued: (changes: Partial<DataOf<'InvoiceIssued'>> = {}) =>
      event('InvoiceIssued', {
        ...attempt,
        invoiceNumber: 'ABC2026000000001',
        issuedAt: at(2, '.123'),
        ...changes,
      }),
    draftKept: () => event('DraftKept', { ...attempt, keptAt: at(3) }),
    submissionRefused: (changes: Partial<DataOf<'SubmissionRefused'>> = {}) =>
      event('SubmissionRefused', {
        ...attempt,
        ...REFUSAL,
        refusedAt: at(4),
        claims,
        ...changes,
      }),
    submissionUnknown: () =>
      event('SubmissionUnknown', { ...attempt, ...SILENCE, givenUpAt: at(5) }),
    statusAsked: () =>
      event('StatusAsked', { ...document, found: 'notFound', askedAt: at(6), nextAt: at(11) }),
    draftDeletionStarted: () => event('DraftDeletionStarted', { ...attempt, startedAt: at(7) }),
    draftDeletionRefused: () =>
      event('DraftDeletionRefused', { ...attempt, ...REFUSAL, refusedAt: at(8) }),
    draftDeletionUnknown: () =>
      event('DraftDeletionUnknown', { ...attempt, ...SILENCE, givenUpAt: at(9) }),
    draftDeleted: (changes: Partial<DataOf<'DraftDeleted'>> = {}) =>
      event('DraftDeleted', {
        ...document,
        bankTransactionId,
        claims,
        deletedAt: at(10),
        ...changes,
      }),
    recordDeleted: () => event('RecordDeleted', { invoiceId, claims, deletedAt: at(11) }),
    abandoned: (held: DataOf<'InvoiceAbandoned'>['claims'] = null) =>
      event('InvoiceAbandoned', { invoiceId, claims: held }),
    resolved: (resolvedAs: DataOf<'OutcomeResolved'>['resolvedAs']) =>
      event('OutcomeResolved', {
        ...document,
        resolvedAs,
        reason: 'Portalda görüldü',
        claims,
        resolvedAt: at(12),
      }),
    cancelled: (cancelledAt = at(13, '.25')) =>
      event('InvoiceCancelled', { invoiceId, cancelledAt }),
  }
}

/** The event's type and data belong together. */
function event<Type extends InvoiceEvent['type']>(type: Type, data: DataOf<Type>) {
  return { type, data }
}
