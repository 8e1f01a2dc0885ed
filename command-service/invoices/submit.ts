import { refuseFenced } from '#command/event-sourcing/create-once.ts'
import {
  attemptOnce,
  type CallOutcome,
  callOf,
  type FailedCall,
  failureOf,
  integratorRule,
  wordsOf,
} from '#command/provider-documents/attempt.ts'
import { deadlinePassed, isPastDeadline } from '#command/provider-documents/deadline.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { settle } from './claims.ts'
import { documentOf, toSend } from './document.ts'
import {
  type Decision,
  type InvoiceContent,
  idsOf,
  onRequested,
  type RequestedInvoice,
} from './invoice.ts'
import {
  type InvoiceDependencies,
  instantNow,
  invoiceStream,
  type LoadedInvoice,
  requestedIn,
} from './repository.ts'

/** Of a draft, an accepted call has no number. */
type Submitted = { readonly number?: string; readonly acceptedAt?: string }

/** Records the invoice and the attempt, sends it once, and records the outcome. */
export async function submit(
  dependencies: InvoiceDependencies,
  content: InvoiceContent,
  origin: Origin,
): Promise<LoadedInvoice> {
  const { log, repositories, integrator } = dependencies
  const { companyId } = origin
  const { invoiceId, isDraft } = content
  const document = documentOf(dependencies, content, companyId)
  const payloadHash = log.vault.pseudonym('payload', document)
  return attemptOnce<LoadedInvoice, Submitted, RequestedInvoice>({
    origin,
    closing: dependencies.closing,
    start: async (attempt) => {
      const { attemptId } = attempt
      const now = instantNow(dependencies)
      const started = await repositories.invoices.execute({
        stream: invoiceStream(invoiceId),
        decision: request({ content, attemptId, payloadHash, now }),
        origin: attempt.origin,
        isNew: true,
      })
      return requestedIn(started)
    },
    begun: ({ invoice }, attemptId) => inAttempt(invoice, attemptId),
    call: (_begun, requestId) => {
      const call = callOf(dependencies, content, { companyId, requestId })
      const sent = toSend(content, document)
      return isDraft
        ? keepDraft(integrator.keepDraft(call, sent))
        : integrator.submitInvoice(call, sent)
    },
    unknown: (_begun, attemptId) => outcomeUnknown({ attemptId, content }),
    record: (outcome, { attemptId, origin: attempting }) => {
      const decision = recordSubmission({ attemptId, outcome, now: instantNow(dependencies) })
      return settle(dependencies, { invoiceId, origin: attempting }, decision)
    },
    refusal: (failed, attemptId) => refusalOf(failed, { attemptId, content }),
  })
}

/** The invoice if it waits for the outcome of the attempt. */
export const inAttempt = (invoice: RequestedInvoice, attemptId: string) =>
  invoice.attempt?.id === attemptId ? invoice : undefined

/** A draft that the integrator keeps has neither a number nor a date. */
async function keepDraft(call: Promise<CallOutcome<object>>): Promise<CallOutcome<Submitted>> {
  const outcome = await call
  return outcome.kind === 'done' ? { kind: 'done', answer: {} } : outcome
}

interface RefusedCall {
  readonly attemptId: string
  readonly content: Pick<InvoiceContent, 'invoiceId' | 'uuid'>
}

/** The refusal of a call to the integrator that did not succeed. */
export function refusalOf(
  failed: FailedCall,
  { attemptId, content: { invoiceId, uuid } }: RefusedCall,
): Rejection {
  const { kind, errorCode, errors = [] } = failed
  const message =
    kind === 'unknown'
      ? UNKNOWN
      : filled('The integrator has refused it: {words}', { words: wordsOf(failed) })
  const members = { uuid, existingId: invoiceId, attemptId }
  const codes = errors.length > 0 ? errors.map((fault) => fault.errorCode) : [errorCode]
  const rule = integratorRule(failed)
  const details = codes.map((code) => detail('integrator', rule, { ...members, errorCode: code }))
  return new Rejection('UPSTREAM_ERROR', message, details)
}

const UNKNOWN =
  'It is not known what the integrator has done; look at the list before you try again.'

/** The answer to a call whose outcome could not be recorded. */
export const outcomeUnknown = ({ attemptId, content: { invoiceId, uuid } }: RefusedCall) =>
  new Rejection('UPSTREAM_ERROR', UNKNOWN, [
    detail('integrator', 'unknown', { uuid, existingId: invoiceId, attemptId }),
  ])

interface Request {
  readonly content: InvoiceContent
  readonly attemptId: string
  readonly payloadHash: string
  readonly now: string
}

export const request =
  ({ content, attemptId, payloadHash, now: startedAt }: Request): Decision =>
  (invoice) => {
    switch (invoice.status) {
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
        return refuseFenced()
      default:
        return assertNever(invoice)
    }
  }

interface Submission {
  readonly attemptId: string
  readonly outcome: CallOutcome<Submitted>
  readonly now: string
}

/**
 * An explicit answer also counts when its attempt has passed its deadline; an acceptance also counts
 * when a person has said that the invoice never arrived.
 */
export const recordSubmission = ({ attemptId, outcome, now }: Submission): Decision =>
  onRequested((invoice) => {
    const { stage, attempt, content, isGivenUp } = invoice
    if (attempt?.id !== attemptId) return []
    const ids = { ...idsOf(invoice), attemptId }
    const isRunning = stage === 'submitting'
    if (outcome.kind === 'unknown') {
      const data = { ...ids, ...failureOf(outcome), givenUpAt: now }
      return isRunning ? [{ type: 'SubmissionUnknown', data }] : []
    }
    const isOfficial = outcome.kind === 'done' && !content.isDraft
    const isLate = stage === 'unknown' || (stage === 'ended' && isGivenUp && isOfficial)
    if (!isRunning && !isLate) return []
    if (outcome.kind !== 'done') return [refused(invoice, { attemptId, ...outcome, now })]
    if (content.isDraft) return [{ type: 'DraftKept', data: { ...ids, keptAt: now } }]
    const { number: invoiceNumber = null, acceptedAt: issuedAt = now } = outcome.answer
    return [{ type: 'InvoiceIssued', data: { ...ids, invoiceNumber, issuedAt } }]
  })

interface Refusal {
  readonly attemptId: string | null
  readonly errorCode: string
  readonly errorMessage: string
  readonly now: string
}

export function refused(
  invoice: RequestedInvoice,
  { attemptId, errorCode, errorMessage, now: refusedAt }: Refusal,
): InvoiceEvent {
  const { claims } = invoice.content
  const failure = { errorCode, errorMessage, refusedAt, claims }
  return { type: 'SubmissionRefused', data: { ...idsOf(invoice), attemptId, ...failure } }
}

/** The outcome of an attempt that is past its deadline counts as unknown. */
export const settleExpired = (now: string, deadlineMs: number): Decision =>
  onRequested((invoice) => {
    const { stage, attempt } = invoice
    if (stage !== 'submitting' || attempt === null) return []
    if (!isPastDeadline(attempt, { now, deadlineMs })) return []
    const data = { ...idsOf(invoice), attemptId: attempt.id, ...deadlinePassed, givenUpAt: now }
    return [{ type: 'SubmissionUnknown', data }]
  })
