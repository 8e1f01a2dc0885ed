import { assertNever } from '#kernel/domain/assert-never.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { DeleteRecord, RecordDraftDeletion, StartDraftDeletion } from './invoice-commands.ts'
import type { RequestedInvoice } from './invoice-state.ts'
import { documentOf } from './settlement.ts'

/** The integrator's draft; one that may be there by an unknown outcome is deleted the same way. */
export function startDraftDeletion(
  { attemptId, now: startedAt }: StartDraftDeletion,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  const { stage, content } = invoice
  const started: InvoiceEvent = {
    type: 'DraftDeletionStarted',
    data: { ...documentOf(invoice), attemptId, startedAt },
  }
  switch (stage) {
    case 'draft':
    case 'deletingDraft':
      return [started]
    case 'unknown':
      return content.isDraft ? [started] : refuseOpen()
    case 'submitting':
      return refuseOpen()
    case 'issued':
      return refuseIssued()
    case 'ended':
      return notFound('draft')
    default:
      return assertNever(stage)
  }
}

export function recordDraftDeletion(
  { attemptId, outcome, now }: RecordDraftDeletion,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  const { stage, attempt, content, isKept } = invoice
  if (stage !== 'deletingDraft') return []
  const document = documentOf(invoice)
  if (outcome.kind === 'done') {
    const { bankTransactionId, claims } = content
    return [
      { type: 'DraftDeleted', data: { ...document, bankTransactionId, claims, deletedAt: now } },
    ]
  }
  if (attempt?.id !== attemptId) return []
  const { errorCode, errorMessage } = outcome
  const failed = { ...document, attemptId, errorCode, errorMessage }
  // Of a draft that nobody knows to be there, a refusal says nothing: it is tried again.
  return outcome.kind === 'unknown' || !isKept
    ? [{ type: 'DraftDeletionUnknown', data: { ...failed, givenUpAt: now } }]
    : [{ type: 'DraftDeletionRefused', data: { ...failed, refusedAt: now } }]
}

/** The unsent local record of a manual draft. */
export function deleteRecord(
  { now: deletedAt }: DeleteRecord,
  { stage, hasRecord, content }: RequestedInvoice,
): InvoiceEvent[] {
  if (stage === 'issued') return refuseIssued()
  if (stage !== 'draft' && stage !== 'ended') return refuseOpen()
  if (!hasRecord) return notFound('draft')
  const { invoiceId, claims } = content
  return [{ type: 'RecordDeleted', data: { invoiceId, claims, deletedAt } }]
}

const refuseIssued = () =>
  reject('CONFLICT', 'An issued invoice cannot be deleted; it is cancelled in the panel.')

const refuseOpen = () =>
  reject('CONFLICT', 'It is not known yet what the integrator has done with the invoice.')
