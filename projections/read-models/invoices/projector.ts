import { assertNever } from '#kernel/domain/assert-never.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { invoiceStageAfter } from '#kernel/events/invoice-life.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { invoices } from '#kernel/records/invoices.ts'
import type { RowOf } from '#kernel/records/table.ts'
import {
  holdTransaction,
  releaseTransaction,
  showInTransaction,
  wantUse,
} from '#projections/read-models/bank-transactions/use.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { importedColumns, requestedColumns } from './requested-columns.ts'

type Invoice = RowOf<typeof invoices>
type Requested = Extract<InvoiceEvent, { type: 'InvoiceRequested' }>
type Imported = Extract<InvoiceEvent, { type: 'InvoiceImported' }>
type Later = Exclude<InvoiceEvent, Requested | Imported | { type: 'InvoiceAbandoned' }>

export const invoiceProjector = projector(invoiceEvents, {
  version: 3,
  prepare({ event, metadata }, model) {
    wantLastChange(model, metadata, 'invoices')
    const invoice = model.invoice.want(metadata.companyId, event.data.invoiceId)
    const transactionId =
      event.type === 'InvoiceRequested' || event.type === 'InvoiceImported'
        ? event.data.bankTransactionId
        : invoice?.bank_transaction_id
    if (typeof transactionId === 'string') wantUse(model, metadata, transactionId)
  },
  apply({ event, metadata }, model) {
    // An invoice that was abandoned before its request has no row.
    if (event.type === 'InvoiceAbandoned') return
    if (event.type === 'InvoiceRequested') return request(event, metadata, model)
    if (event.type === 'InvoiceImported') return enter(event, metadata, model)
    const before = model.invoice.get(metadata.companyId, event.data.invoiceId)
    if (before === undefined) {
      throw new Error(`${event.type} of invoice ${event.data.invoiceId}, which was never requested`)
    }
    const stage = invoiceStageAfter(before.stage, event)
    const invoice = { ...before, ...changedColumns(event, before), stage }
    model.invoice.put({ ...invoice, updated_at: nextChange(model, metadata, 'invoices') })
    changeTransaction(event, { invoice, metadata, model })
  },
})

function request({ data }: Requested, metadata: EventMetadata, model: ReadModel) {
  const { invoiceId: id, bankTransactionId: transactionId } = data
  model.invoice.put({
    ...requestedColumns(data, metadata.companyId),
    created_at: recordedAtOf(metadata),
    updated_at: nextChange(model, metadata, 'invoices'),
  })
  if (transactionId === null) return
  const user = { kind: 'invoice', id } as const
  holdTransaction(model, metadata, { transactionId, user })
}

/** A document of the past, or what was told of it later. */
function enter({ data }: Imported, metadata: EventMetadata, model: ReadModel) {
  const { invoiceId: id, bankTransactionId: transactionId } = data
  const before = model.invoice.get(metadata.companyId, id)
  model.invoice.put({
    ...importedColumns(data, metadata.companyId),
    created_at: before?.created_at ?? recordedAtOf(metadata),
    updated_at: nextChange(model, metadata, 'invoices'),
  })
  if (transactionId === null) return
  const use = { transactionId, user: { kind: 'invoice', id } } as const
  if (data.cancelledAt !== null) return showInTransaction(model, metadata, use)
  holdTransaction(model, metadata, use)
  showInTransaction(model, metadata, { ...use, isProcessed: true })
}

function changedColumns(event: Later, { asked, cancelled_at }: Invoice): Partial<Invoice> {
  switch (event.type) {
    case 'SubmissionStarted':
    case 'DraftDeletionStarted':
      return { attempted_at: event.data.startedAt }
    case 'InvoiceIssued': {
      const { invoiceNumber: invoice_number, issuedAt: issued_at } = event.data
      return { visible: true, invoice_number, issued_at }
    }
    case 'StatusAsked':
      return { asked: asked + 1 }
    case 'RecordDeleted':
      return { has_record: false }
    case 'InvoiceCancelled':
      return { cancelled_at: cancelled_at ?? event.data.cancelledAt }
    case 'DraftKept':
    case 'SubmissionUnknown':
    case 'SubmissionRefused':
    case 'DraftDeletionRefused':
    case 'DraftDeletionUnknown':
    case 'DraftDeleted':
    case 'OutcomeResolved':
      return {}
    default:
      return assertNever(event)
  }
}

interface InvoiceContext {
  readonly invoice: Invoice
  readonly metadata: EventMetadata
  readonly model: ReadModel
}

/** A transaction shows its invoice's number and status, so it changes with them. */
function changeTransaction(event: Later, { invoice, metadata, model }: InvoiceContext) {
  const { bank_transaction_id: transactionId, id } = invoice
  if (transactionId === null) return
  const user = { kind: 'invoice', id } as const
  if (event.type === 'InvoiceIssued') {
    showInTransaction(model, metadata, { transactionId, user, isProcessed: true })
  } else if (event.type === 'InvoiceCancelled') {
    showInTransaction(model, metadata, { transactionId, user })
  } else if (invoice.stage === 'ended') {
    releaseTransaction(model, metadata, { transactionId, user })
  }
}
