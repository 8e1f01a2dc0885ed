import type { Aggregate, Decision as Deciding } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { type InvoiceStage, invoiceStageAfter } from '#kernel/events/invoice-life.ts'

type Of<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>

/** All that an invoice is, from the moment it is requested. */
export type InvoiceContent = Of<'InvoiceRequested'>['data']

export interface RequestedInvoice {
  readonly status: 'requested'
  readonly content: InvoiceContent
  /** At the integrator; null where the other system that issued it did not tell. */
  readonly uuid: string | null
  readonly stage: InvoiceStage
  /** The last call that was made for it. */
  readonly attempt: { readonly id: string; readonly startedAt: string } | null
  /** The ids of all calls that were made for it: none is made twice. */
  readonly begun: readonly string[]
  /** Of an issued invoice, as far as the integrator or an operator has named it. */
  readonly officialNumber: string | null
  readonly refusal: { readonly errorCode: string; readonly words: string | null } | null
  /** Whether the integrator has said that it keeps the draft. */
  readonly isKept: boolean
  /** A person has said that it never arrived. */
  readonly isGivenUp: boolean
  /** Whether the local record of a manual draft is there. */
  readonly hasRecord: boolean
  /** The claims that its next end gives back: none, after an earlier one. */
  readonly held: InvoiceContent['claims']
  readonly isCancelled: boolean
}

export type Invoice =
  | { readonly status: 'none' }
  /** Fenced before it came into being. */
  | { readonly status: 'abandoned' }
  | RequestedInvoice

/** Each verb's file holds its decisions. */
export type Decision = Deciding<Invoice, InvoiceEvent>

export const onRequested =
  (decide: (invoice: RequestedInvoice) => readonly InvoiceEvent[]): Decision =>
  (invoice) =>
    invoice.status === 'requested' ? decide(invoice) : notFound('invoice')

/**
 * An invoice that is sent to the integrator: the attempt is an event before the call, it is called once,
 * and only an explicit answer settles what became of it.
 */
export const invoice: Aggregate<InvoiceEvent, Invoice> = {
  initial: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'InvoiceRequested') return requested(event.data)
    if (event.type === 'InvoiceImported') return imported(event.data)
    if (event.type === 'InvoiceAbandoned') return { status: 'abandoned' }
    if (state.status === 'requested') {
      const stage = invoiceStageAfter(state.stage, event)
      return { ...state, ...changeBy(event, state), stage }
    }
    throw new Error(`${event.type} on an invoice that is ${state.status}`)
  },
}

const requested = (content: InvoiceContent): RequestedInvoice => ({
  status: 'requested',
  content,
  uuid: content.uuid,
  stage: 'submitting',
  attempt: null,
  begun: [],
  officialNumber: null,
  refusal: null,
  isKept: false,
  isGivenUp: false,
  hasRecord: false,
  held: content.claims,
  isCancelled: false,
})

/** It is issued from the beginning. */
function imported(data: Of<'InvoiceImported'>['data']): RequestedInvoice {
  const { uuid, invoiceNumber: officialNumber } = data
  const content = { ...data, uuid: uuid ?? documentUuidOf(data.invoiceId), isDraft: false }
  const isCancelled = data.cancelledAt !== null
  return { ...requested(content), uuid, stage: 'issued', officialNumber, isCancelled }
}

const HELD_NO_MORE = { held: { ledger: null, transaction: null } } as const

type Beginning = 'InvoiceRequested' | 'InvoiceImported' | 'InvoiceAbandoned'
type Later = Exclude<InvoiceEvent, { type: Beginning }>

function changeBy(event: Later, { content, begun }: RequestedInvoice): Partial<RequestedInvoice> {
  switch (event.type) {
    case 'SubmissionStarted':
    case 'DraftDeletionStarted': {
      const { attemptId: id, startedAt } = event.data
      return { attempt: { id, startedAt }, begun: [...begun, id] }
    }
    case 'InvoiceIssued':
      return { officialNumber: event.data.invoiceNumber }
    case 'DraftKept':
      return { isKept: true, hasRecord: content.source === 'manual' }
    case 'SubmissionRefused': {
      const { errorCode, errorMessage } = event.data
      return { refusal: { errorCode, words: valueUnlessForgotten(errorMessage) }, ...HELD_NO_MORE }
    }
    case 'DraftDeleted':
      return HELD_NO_MORE
    case 'RecordDeleted':
      return { hasRecord: false, ...HELD_NO_MORE }
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted' ? {} : { isGivenUp: true, ...HELD_NO_MORE }
    case 'InvoiceCancelled':
      return { isCancelled: true }
    case 'SubmissionUnknown':
    case 'DraftDeletionRefused':
    case 'DraftDeletionUnknown':
    case 'StatusAsked':
      return {}
    default:
      return assertNever(event)
  }
}

/** Its claims are released, or about to be; a cancelled invoice is not a live document. */
export const holdsNothing = (state: Invoice): boolean =>
  state.status === 'abandoned' ||
  (state.status === 'requested' && (state.stage === 'ended' || state.isCancelled))

/** How its events name an invoice. */
export const idsOf = ({ content: { invoiceId, uuid } }: Pick<RequestedInvoice, 'content'>) => ({
  invoiceId,
  uuid,
})
