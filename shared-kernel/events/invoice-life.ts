import type { InvoiceEvent } from './invoice.ts'
import { type NextStates, nextState, statesWaitingFor, type WaitsFor } from './life.ts'

// The life of an invoice at the integrator: for each stage what it waits for, for each event the stage that follows it.

export const INVOICE_STAGES = [
  'submitting',
  'unknown',
  'issued',
  'draft',
  'deletingDraft',
  'ended',
] as const

export type InvoiceStage = (typeof INVOICE_STAGES)[number]

const life: Readonly<Record<InvoiceStage, { readonly waitsFor?: WaitsFor }>> = {
  submitting: { waitsFor: 'answer' },
  /** The integrator is asked, and nothing is sent again. */
  unknown: { waitsFor: 'question' },
  issued: {},
  draft: {},
  deletingDraft: { waitsFor: 'cancellation' },
  /** Refused, deleted, or found never to have arrived: it holds nothing any more. */
  ended: {},
}

/** What an invoice in the stage waits for; undefined if it stays as it is. */
export const invoiceWaitsFor = (stage: InvoiceStage): WaitsFor | undefined => life[stage].waitsFor

export const invoiceStagesWaitingFor = (...what: readonly WaitsFor[]): readonly InvoiceStage[] =>
  statesWaitingFor(INVOICE_STAGES, invoiceWaitsFor, what)

/** The stage after each event of the invoice. */
const afterEvent: NextStates<InvoiceEvent, InvoiceStage> = {
  InvoiceRequested: 'submitting',
  InvoiceImported: 'issued',
  SubmissionStarted: 'submitting',
  SubmissionUnknown: 'unknown',
  SubmissionRefused: 'ended',
  StatusAsked: null,
  InvoiceIssued: 'issued',
  DraftKept: 'draft',
  DraftDeletionStarted: 'deletingDraft',
  DraftDeletionUnknown: null,
  DraftDeletionRefused: 'draft',
  DraftDeleted: 'ended',
  RecordDeleted: null,
  OutcomeResolved: ({ resolvedAs }) => (resolvedAs === 'accepted' ? null : 'ended'),
  InvoiceCancelled: null,
  InvoiceAbandoned: null,
}

export const invoiceStageAfter = (before: InvoiceStage, event: InvoiceEvent): InvoiceStage =>
  nextState<InvoiceEvent, InvoiceStage>(afterEvent, before, event)
