import { millisecondsBetween } from '#kernel/domain/instant.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type {
  RecordStatus,
  RecordSubmission,
  ResolveInvoice,
  SettleExpired,
} from './invoice-commands.ts'
import type { RequestedInvoice } from './invoice-state.ts'

const DEADLINE = {
  errorCode: 'DEADLINE',
  errorMessage: 'No answer was recorded within the time that an attempt may take.',
} as const

/**
 * An explicit answer counts also when the attempt has been given up meanwhile; that it was accepted,
 * also when a person has said that it never arrived.
 */
export function recordSubmission(
  { attemptId, outcome, now }: RecordSubmission,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  const { stage, attempt, content, isGivenUp } = invoice
  if (attempt?.id !== attemptId) return []
  const isRunning = stage === 'submitting'
  if (outcome.kind === 'unknown') {
    const { errorCode, errorMessage } = outcome
    const data = { ...documentOf(invoice), attemptId, errorCode, errorMessage, givenUpAt: now }
    return isRunning ? [{ type: 'SubmissionUnknown', data }] : []
  }
  const isOfficial = outcome.kind === 'done' && !content.isDraft
  const isLate = stage === 'unknown' || (stage === 'ended' && isGivenUp && isOfficial)
  if (!isRunning && !isLate) return []
  if (outcome.kind !== 'done') return [refused(invoice, { attemptId, ...outcome, now })]
  if (content.isDraft) {
    return [{ type: 'DraftKept', data: { ...documentOf(invoice), attemptId, keptAt: now } }]
  }
  const { number: invoiceNumber = null, acceptedAt: issuedAt = now } = outcome.answer
  const data = { ...documentOf(invoice), attemptId, invoiceNumber, issuedAt }
  return [{ type: 'InvoiceIssued', data }]
}

/** Whoever made the call is taken for dead, and what became of it for unknown. */
export function settleExpired(
  { now, deadlineMs }: SettleExpired,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  const { stage, attempt } = invoice
  if (stage !== 'submitting' || attempt === null) return []
  if (millisecondsBetween(attempt.startedAt, now) < deadlineMs) return []
  const data = { ...documentOf(invoice), attemptId: attempt.id, ...DEADLINE, givenUpAt: now }
  return [{ type: 'SubmissionUnknown', data }]
}

/** What the integrator says when it is asked; that it knows nothing is no proof, and it is asked again. */
export function recordStatus(
  { found, detail, accepted, now, nextAt }: RecordStatus,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  if (invoice.stage !== 'unknown') return []
  const document = documentOf(invoice)
  switch (found) {
    case 'accepted': {
      if (accepted === null) return []
      const { number: invoiceNumber, acceptedAt: issuedAt } = accepted
      const data = { ...document, attemptId: null, invoiceNumber, issuedAt }
      return [{ type: 'InvoiceIssued', data }]
    }
    case 'rejected':
    case 'cancelled': {
      const errorMessage = detail ?? `The integrator's document is ${found}.`
      const failure = { errorCode: found.toUpperCase(), errorMessage }
      return [refused(invoice, { attemptId: null, ...failure, now })]
    }
    default:
      return [{ type: 'StatusAsked', data: { ...document, found, askedAt: now, nextAt } }]
  }
}

/**
 * A person's decision about what stays unknown; whoever calls has asked the integrator before. A draft
 * can only be given up.
 */
export function resolveOutcome(
  { resolvedAs, reason, number: invoiceNumber, now }: ResolveInvoice,
  invoice: RequestedInvoice,
): InvoiceEvent[] {
  const { stage, content } = invoice
  const isOpen = stage === 'unknown' || stage === 'deletingDraft'
  if (!isOpen) return reject('CONFLICT', `The invoice is ${stage}: there is nothing to resolve.`)
  if (content.isDraft && resolvedAs === 'accepted') {
    return reject(
      'CONFLICT',
      'A draft is nothing official: it can be resolved as never-arrived only.',
    )
  }
  const document = documentOf(invoice)
  const resolved = { ...document, resolvedAs, reason, claims: content.claims, resolvedAt: now }
  const events: InvoiceEvent[] = [{ type: 'OutcomeResolved', data: resolved }]
  if (resolvedAs === 'neverArrived') return events
  const data = { ...document, attemptId: null, invoiceNumber, issuedAt: now }
  return [...events, { type: 'InvoiceIssued', data }]
}

interface Refusal {
  readonly attemptId: string | null
  readonly errorCode: string
  readonly errorMessage: string
  readonly now: string
}

function refused(
  invoice: RequestedInvoice,
  { attemptId, errorCode, errorMessage, now: refusedAt }: Refusal,
): InvoiceEvent {
  const { claims } = invoice.content
  const failure = { errorCode, errorMessage, refusedAt, claims }
  return { type: 'SubmissionRefused', data: { ...documentOf(invoice), attemptId, ...failure } }
}

export const documentOf = ({ content: { invoiceId, uuid } }: RequestedInvoice) => ({
  invoiceId,
  uuid,
})
