import { assertNever } from '#kernel/domain/assert-never.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>

/** All that an invoice is, from the moment it is requested. */
export type InvoiceContent = Of<'InvoiceRequested'>['data']

/** Where what was requested stands at the integrator. */
export type InvoiceStage =
  /** The call may be running. */
  | 'submitting'
  /** Nobody knows what became of the call: the integrator is asked, and nothing is sent again. */
  | 'unknown'
  | 'issued'
  | 'draft'
  | 'deletingDraft'
  /** Refused, deleted, or found never to have arrived: it holds nothing any more. */
  | 'ended'

export interface RequestedInvoice {
  readonly status: 'requested'
  readonly content: InvoiceContent
  readonly stage: InvoiceStage
  /** The last call that was made for it. */
  readonly attempt: { readonly id: string; readonly startedAt: string } | null
  /** How often the integrator was asked in vain. */
  readonly asked: number
  readonly issue: Of<'InvoiceIssued'>['data'] | null
  readonly refusal: { readonly errorCode: string } | null
  /** Whether the integrator has said that it keeps the draft. */
  readonly isKept: boolean
  /** A person has said that it never arrived. */
  readonly isGivenUp: boolean
  /** Whether the local record of a manual draft is there. */
  readonly hasRecord: boolean
  readonly isCancelled: boolean
}

export type Invoice =
  | { readonly status: 'none' }
  /** Fenced off before it came into being. */
  | { readonly status: 'abandoned' }
  | RequestedInvoice

const requested = (content: InvoiceContent): RequestedInvoice => ({
  status: 'requested',
  content,
  stage: 'submitting',
  attempt: null,
  asked: 0,
  issue: null,
  refusal: null,
  isKept: false,
  isGivenUp: false,
  hasRecord: false,
  isCancelled: false,
})

export function evolveInvoice(invoice: Invoice, event: InvoiceEvent): Invoice {
  if (event.type === 'InvoiceRequested') return requested(event.data)
  if (event.type === 'InvoiceAbandoned') return { status: 'abandoned' }
  if (invoice.status !== 'requested') {
    throw new Error(`${event.type} on an invoice that is ${invoice.status}`)
  }
  return { ...invoice, ...changeBy(event, invoice) }
}

type Later = Exclude<InvoiceEvent, { type: 'InvoiceRequested' | 'InvoiceAbandoned' }>

function changeBy(event: Later, { asked, content }: RequestedInvoice): Partial<RequestedInvoice> {
  switch (event.type) {
    case 'SubmissionStarted': {
      const { attemptId: id, startedAt } = event.data
      return { stage: 'submitting', attempt: { id, startedAt } }
    }
    case 'DraftDeletionStarted': {
      const { attemptId: id, startedAt } = event.data
      return { stage: 'deletingDraft', attempt: { id, startedAt } }
    }
    case 'InvoiceIssued':
      return { stage: 'issued', issue: event.data }
    case 'DraftKept':
      return { stage: 'draft', isKept: true, hasRecord: content.source === 'manual' }
    case 'DraftDeletionRefused':
      return { stage: 'draft' }
    case 'SubmissionRefused':
      return { stage: 'ended', refusal: { errorCode: event.data.errorCode } }
    case 'SubmissionUnknown':
      return { stage: 'unknown' }
    case 'DraftDeletionUnknown':
      return { stage: 'deletingDraft' }
    case 'DraftDeleted':
      return { stage: 'ended' }
    case 'RecordDeleted':
      return { hasRecord: false }
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted' ? {} : { stage: 'ended', isGivenUp: true }
    case 'InvoiceCancelled':
      return { isCancelled: true }
    case 'StatusAsked':
      return { asked: asked + 1 }
    default:
      return assertNever(event)
  }
}
