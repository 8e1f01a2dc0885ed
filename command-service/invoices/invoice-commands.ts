import type { Outcome } from '#command/providers/integrator/port.ts'
import type { InvoiceContent } from './invoice-state.ts'

interface At {
  /** ISO 8601, UTC. */
  readonly now: string
}

interface OfAttempt extends At {
  readonly attemptId: string
}

export type RequestInvoice = OfAttempt & {
  readonly type: 'RequestInvoice'
  readonly content: InvoiceContent
  readonly payloadHash: string
}
export type RecordSubmission = OfAttempt & {
  readonly type: 'RecordSubmission'
  /** Of a draft, `done` has no number. */
  readonly outcome: Outcome<{ readonly number?: string; readonly acceptedAt?: string }>
}
export type SettleExpired = At & { readonly type: 'SettleExpired'; readonly deadlineMs: number }
export type RecordStatus = At & {
  readonly type: 'RecordStatus'
  readonly found: 'accepted' | 'rejected' | 'cancelled' | 'draft' | 'notFound' | 'unclear'
  readonly detail: string | null
  readonly accepted: { readonly number: string; readonly acceptedAt: string } | null
  readonly nextAt: string
}
export type StartDraftDeletion = OfAttempt & { readonly type: 'StartDraftDeletion' }
export type RecordDraftDeletion = OfAttempt & {
  readonly type: 'RecordDraftDeletion'
  readonly outcome: Outcome<object>
}
export type DeleteRecord = At & { readonly type: 'DeleteRecord' }
export type ResolveInvoice = At & {
  readonly type: 'ResolveInvoice'
  readonly resolvedAs: 'accepted' | 'neverArrived'
  readonly reason: string
  readonly number: string | null
}
export type AbandonInvoice = { readonly type: 'AbandonInvoice'; readonly invoiceId: string }

export type InvoiceCommand =
  | RequestInvoice
  | RecordSubmission
  | SettleExpired
  | RecordStatus
  | StartDraftDeletion
  | RecordDraftDeletion
  | DeleteRecord
  | ResolveInvoice
  | AbandonInvoice
