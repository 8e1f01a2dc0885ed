import type { ProviderDocuments } from '#command/provider-documents/stuck.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import { invoiceStagesWaitingFor, invoiceWaitsFor } from '#kernel/events/invoice-life.ts'
import { settling } from '#kernel/events/life.ts'
import { type Invoice, invoice, type RequestedInvoice } from './invoice.ts'
import { invoiceStream } from './repository.ts'

/** Invoices and drafts, as the operator finds those whose outcome is unknown. */
export const providerInvoices: ProviderDocuments<InvoiceEvent, Invoice, RequestedInvoice> = {
  kind: 'invoice',
  family: invoiceEvents,
  aggregate: invoice,
  streamOf: invoiceStream,
  isDocument: (state) => state.status === 'requested',
  standing: ({ content: { uuid }, stage }) => ({ uuid, state: stage }),

  meanings: {
    InvoiceRequested: {},
    InvoiceImported: {},
    SubmissionStarted: { begins: ({ content }) => (content.isDraft ? 'draft' : 'submit') },
    InvoiceIssued: { outcome: 'done' },
    DraftKept: { outcome: 'done' },
    SubmissionRefused: { outcome: 'refused' },
    SubmissionUnknown: { outcome: 'unknown' },
    DraftDeletionStarted: { begins: 'delete' },
    DraftDeletionRefused: { outcome: 'refused' },
    DraftDeletionUnknown: { outcome: 'unknown' },
    DraftDeleted: {},
    RecordDeleted: {},
    StatusAsked: {},
    OutcomeResolved: {},
    InvoiceCancelled: {},
    InvoiceAbandoned: {},
  },

  isStuck({ document: { stage, content }, since, attempts }, isOld) {
    switch (invoiceWaitsFor(stage)) {
      case 'question':
        return !content.isDraft || isOld(since)
      case 'answer':
        return isOld(since)
      case 'cancellation':
        return attempts.at(-1)?.outcome === 'unknown' || isOld(since)
      default:
        return false
    }
  },

  unsettled: (readModels) =>
    readModels
      .selectFrom('invoice')
      .select(['company_id', 'id'])
      .where('stage', 'in', invoiceStagesWaitingFor(...settling)),
}
