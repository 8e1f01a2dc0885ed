import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { type EventBuilder, eventsOf } from './an-event.ts'
import { namedParty } from './parties.ts'

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>
type DataOf<Type extends InvoiceEvent['type']> = Of<Type>['data']

export type RequestedInvoice = DataOf<'InvoiceRequested'>
export type InvoiceLine = RequestedInvoice['lines'][number]

const ATTEMPT = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'
const silence = { errorCode: 'TIMEOUT', errorMessage: 'No answer came in time.' } as const

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
export const invoiceHappenings = (
  invoiceId: string,
  uuid = '1f000000-0000-8000-8000-000000000001',
): EventBuilder<InvoiceEvent> =>
  eventsOf(invoiceEvents, {
    values: {
      invoiceId,
      uuid,
      attemptId: ATTEMPT,
      errorCode: 'BUSINESS_RULE',
      errorMessage: 'Ayşe Işık mükellef değil',
      bankTransactionId: invoiceContent.bankTransactionId,
      claims: invoiceContent.claims,
    },
    ofType: {
      InvoiceRequested: invoiceContent,
      InvoiceIssued: { invoiceNumber: 'ABC2026000000001', issuedAt: '2026-11-20T10:00:02.123Z' },
      SubmissionUnknown: silence,
      StatusAsked: { found: 'notFound' },
      DraftDeletionUnknown: silence,
      InvoiceAbandoned: { claims: null },
      InvoiceCancelled: { cancelledAt: '2026-11-20T10:00:13.25Z' },
    },
  })
