import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { deleteRecord, recordDraftDeletion, startDraftDeletion } from './deletion.ts'
import type { AbandonInvoice, InvoiceCommand, RequestInvoice } from './invoice-commands.ts'
import { evolveInvoice, type Invoice } from './invoice-state.ts'
import { recordStatus, recordSubmission, resolveOutcome, settleExpired } from './settlement.ts'

/**
 * An invoice that is sent to the integrator: the attempt is an event before the call, it is called once,
 * and only an explicit answer settles what became of it.
 */
export const invoice: Decider<InvoiceCommand, InvoiceEvent, Invoice> = {
  initial: { status: 'none' },

  decide(command, state) {
    switch (command.type) {
      case 'RequestInvoice':
        return request(command, state)
      case 'AbandonInvoice':
        return abandon(command, state)
      default:
        if (state.status !== 'requested') return notFound('invoice')
        return decideRequested(command, state)
    }
  },

  evolve: evolveInvoice,
}

type Requested = Extract<Invoice, { status: 'requested' }>
type Later = Exclude<InvoiceCommand, RequestInvoice | AbandonInvoice>

function decideRequested(command: Later, state: Requested): InvoiceEvent[] {
  switch (command.type) {
    case 'RecordSubmission':
      return recordSubmission(command, state)
    case 'SettleExpired':
      return settleExpired(command, state)
    case 'RecordStatus':
      return recordStatus(command, state)
    case 'StartDraftDeletion':
      return startDraftDeletion(command, state)
    case 'RecordDraftDeletion':
      return recordDraftDeletion(command, state)
    case 'DeleteRecord':
      return deleteRecord(command, state)
    case 'ResolveInvoice':
      return resolveOutcome(command, state)
    default:
      return assertNever(command)
  }
}

function request(
  { content, attemptId, payloadHash, now: startedAt }: RequestInvoice,
  state: Invoice,
): InvoiceEvent[] {
  switch (state.status) {
    case 'none': {
      const { invoiceId, uuid } = content
      const started = { invoiceId, uuid, attemptId, payloadHash, startedAt }
      return [
        { type: 'InvoiceRequested', data: content },
        { type: 'SubmissionStarted', data: started },
      ]
    }
    case 'requested':
      return []
    case 'abandoned':
      return reject(
        'CONFLICT',
        'This invoice was given up before it came into being; send it anew.',
      )
    default:
      return assertNever(state)
  }
}

/** Fences off an invoice that was never written. */
const abandon = ({ invoiceId }: AbandonInvoice, { status }: Invoice): InvoiceEvent[] =>
  status === 'none' ? [{ type: 'InvoiceAbandoned', data: { invoiceId, claims: null } }] : []
