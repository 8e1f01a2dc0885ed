import type { ProviderDocuments } from '#command/provider-documents/stuck.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
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

  attemptIn(event, { content }) {
    if (event.type !== 'SubmissionStarted' && event.type !== 'DraftDeletionStarted') {
      return undefined
    }
    const { attemptId, startedAt } = event.data
    const submission = content.isDraft ? 'draft' : 'submit'
    return {
      attemptId,
      step: event.type === 'SubmissionStarted' ? submission : 'delete',
      startedAt,
    }
  },

  outcomes: {
    InvoiceIssued: 'done',
    DraftKept: 'done',
    SubmissionRefused: 'refused',
    SubmissionUnknown: 'unknown',
    DraftDeletionRefused: 'refused',
    DraftDeletionUnknown: 'unknown',
  },

  isStuck({ document: { stage, content }, since, attempts }, isOld) {
    switch (stage) {
      case 'unknown':
        return !content.isDraft || isOld(since)
      case 'submitting':
        return isOld(since)
      case 'deletingDraft':
        return attempts.at(-1)?.outcome === 'unknown' || isOld(since)
      default:
        return false
    }
  },

  unsettled: (readModels) =>
    readModels
      .selectFrom('invoice')
      .select(['company_id', 'id'])
      .where('stage', 'in', ['submitting', 'unknown', 'deletingDraft']),
}
