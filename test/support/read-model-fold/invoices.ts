import { soldMetal } from '#kernel/domain/fine-metal.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { searchable, unlessForgotten } from './rows.ts'
import { columns, instant, type Row } from './values.ts'

type Requested = Extract<InvoiceEvent, { type: 'InvoiceRequested' }>['data']

const CUSTOMER = 'tax_number name tax_office address district city phone mail web_site country'

/** Vouchers have events of the same names. */
export const isAboutInvoice = (event: {
  readonly type: string
  readonly data: object
}): event is InvoiceEvent => 'invoiceId' in event.data

/** An invoice's row after the event; undefined as long as it has none. */
export function invoiceRow(event: InvoiceEvent, before: Row | undefined): Row | undefined {
  if (event.type === 'InvoiceRequested') return requestedRow(event.data)
  if (event.type === 'InvoiceImported') return importedRow(event.data)
  if (event.type === 'InvoiceAbandoned') return undefined
  return before && { ...before, ...stageAfter(event), ...changesBy(event, before) }
}

/** Whether the transaction of the invoice has changed with it. */
export const isSeenInTransaction = (event: InvoiceEvent, before: Row | undefined): boolean =>
  event.type === 'InvoiceRequested' ||
  event.type === 'InvoiceImported' ||
  event.type === 'InvoiceIssued' ||
  event.type === 'InvoiceCancelled' ||
  (before?.['stage'] !== 'ended' && stageAfter(event).stage === 'ended')

function requestedRow(data: Requested): Row {
  const { invoiceId: id, uuid, source, bankTransactionId, isDraft, invoiceType, channel } = data
  const { integrator, transactionDate, lines, totals, customer } = data
  const { tax_number: id_no, ...personal } = unlessForgotten(customer, CUSTOMER.split(' '))
  return {
    ...columns({ id, uuid, source, bankTransactionId, isDraft, invoiceType, channel, integrator }),
    ...columns({ transactionDate, ...totals }),
    ...personal,
    id_no,
    name_folded: searchable(personal['name']),
    lines,
    stage: 'submitting',
    visible: false,
    has_record: isDraft && source === 'manual',
    asked: 0,
    invoice_number: null,
    attempted_at: null,
    issued_at: null,
    material: data.template.material,
    fine_grams: soldMetal({
      ...data,
      material: data.template.material,
      item: lines.find(({ isDefault }) => isDefault),
    }).fineGrams,
    cancelled_at: null,
  }
}

const importedRow = (data: Extract<InvoiceEvent, { type: 'InvoiceImported' }>['data']): Row => ({
  ...requestedRow({ ...data, uuid: data.invoiceId, isDraft: false }),
  ...columns({ uuid: data.uuid, invoiceNumber: data.invoiceNumber }),
  stage: 'issued',
  visible: true,
  issued_at: instant(data.transactionDate),
  cancelled_at: data.cancelledAt === null ? null : instant(data.cancelledAt),
})

const stages: Readonly<Record<string, string>> = {
  SubmissionStarted: 'submitting',
  SubmissionUnknown: 'unknown',
  SubmissionRefused: 'ended',
  InvoiceIssued: 'issued',
  DraftKept: 'draft',
  DraftDeletionStarted: 'deletingDraft',
  DraftDeletionRefused: 'draft',
  DraftDeleted: 'ended',
}

function stageAfter(event: InvoiceEvent): { readonly stage?: string } {
  if (event.type === 'OutcomeResolved') {
    return event.data.resolvedAs === 'neverArrived' ? { stage: 'ended' } : {}
  }
  const stage = stages[event.type]
  return stage === undefined ? {} : { stage }
}

function changesBy(event: InvoiceEvent, before: Row): Row {
  switch (event.type) {
    case 'SubmissionStarted':
    case 'DraftDeletionStarted':
      return { attempted_at: instant(event.data.startedAt) }
    case 'InvoiceIssued': {
      const { invoiceNumber, issuedAt } = event.data
      return { visible: true, invoice_number: invoiceNumber, issued_at: instant(issuedAt) }
    }
    case 'StatusAsked':
      return { asked: Number(before['asked']) + 1 }
    case 'RecordDeleted':
      return { has_record: false }
    case 'InvoiceCancelled':
      return { cancelled_at: before['cancelled_at'] ?? instant(event.data.cancelledAt) }
    default:
      return {}
  }
}
