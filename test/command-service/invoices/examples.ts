import { abandon as abandonInvoice } from '#command/invoices/claims.ts'
import {
  recordDraftDeletion,
  removeRecord as removeRecordAt,
  restartDraftDeletion,
  startDraftDeletion,
} from '#command/invoices/delete.ts'
import { type InvoiceContent, invoice } from '#command/invoices/invoice.ts'
import { type Decided, resolveOutcome } from '#command/invoices/resolve.ts'
import { recordStatus, type StatusCheck } from '#command/invoices/status.ts'
import {
  recordSubmission,
  request as requestInvoice,
  settleExpired,
} from '#command/invoices/submit.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { specificationOf } from '#test/support/decider-spec.ts'
import { invoiceContent } from '#test/support/invoice-events.ts'

type DataOf<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>['data']

export const given = specificationOf(invoice)

export const INVOICE = '1f0000000000000000000001'
const UUID = '1f000000-0000-4000-8000-000000000001'
export const NUMBER = 'ABC2026000000042'
const deadlineMs = 60_000
export const { claims, bankTransactionId } = invoiceContent

/** So many seconds into the story. */
export const at = (seconds: number) =>
  new Date(Date.parse('2026-11-20T10:00:00.000Z') + seconds * 1000).toISOString()

const document = { invoiceId: INVOICE, uuid: UUID }
const submitting = { ...document, attemptId: 'the submission' }
const deleting = { ...document, attemptId: 'the deletion' }

const refusal = { errorCode: 'RULE_1150', errorMessage: 'The integrator says no.' }
const silence = { errorCode: 'TIMEOUT', errorMessage: 'no answer within 15000 ms' } as const
export const deadline = {
  errorCode: 'DEADLINE',
  errorMessage: 'No answer was recorded within the time that an attempt may take.',
}

/** What an issuing request, a draft for a transaction, and a draft over the counter want. */
export const forIssue: InvoiceContent = { ...invoiceContent, ...document }
export const forDraft: InvoiceContent = { ...forIssue, isDraft: true }
export const forManualDraft: InvoiceContent = {
  ...forDraft,
  source: 'manual',
  bankTransactionId: null,
  claims: { ledger: claims.ledger, transaction: null },
}

const event = <Type extends InvoiceEvent['type']>(
  type: Type,
  data: DataOf<Type>,
): { readonly type: Type; readonly data: DataOf<Type> } => ({ type, data })

export const requested = (content = forIssue) => event('InvoiceRequested', content)
export const started = event('SubmissionStarted', {
  ...submitting,
  payloadHash: '9a7d',
  startedAt: at(0),
})
export const issued = (data: Partial<DataOf<'InvoiceIssued'>> = {}) =>
  event('InvoiceIssued', { ...submitting, invoiceNumber: NUMBER, issuedAt: at(1), ...data })
export const kept = event('DraftKept', { ...submitting, keptAt: at(2) })
export const refused = (data: Partial<DataOf<'SubmissionRefused'>> = {}) =>
  event('SubmissionRefused', { ...submitting, ...refusal, refusedAt: at(2), claims, ...data })
export const lost = (data: Partial<DataOf<'SubmissionUnknown'>> = {}) =>
  event('SubmissionUnknown', { ...submitting, ...silence, givenUpAt: at(2), ...data })
export const asked = (found: DataOf<'StatusAsked'>['found'], seconds = 20) =>
  event('StatusAsked', { ...document, found, askedAt: at(seconds), nextAt: at(seconds + 5) })
export const deletionStarted = (attemptId = deleting.attemptId, seconds = 30) =>
  event('DraftDeletionStarted', { ...deleting, attemptId, startedAt: at(seconds) })
export const deletionRefused = event('DraftDeletionRefused', {
  ...deleting,
  ...refusal,
  refusedAt: at(31),
})
export const deletionLost = (data: Partial<DataOf<'DraftDeletionUnknown'>> = {}) =>
  event('DraftDeletionUnknown', { ...deleting, ...silence, givenUpAt: at(31), ...data })
const NO_CLAIMS = { ledger: null, transaction: null }
export const deleted = (content = forDraft, gives: InvoiceContent['claims'] = content.claims) =>
  event('DraftDeleted', {
    ...document,
    bankTransactionId: content.bankTransactionId,
    claims: gives,
    deletedAt: at(31),
  })
const recordDeletedGiving = (gives: InvoiceContent['claims']) =>
  event('RecordDeleted', { invoiceId: INVOICE, claims: gives, deletedAt: at(40) })
export const recordDeleted = recordDeletedGiving(forManualDraft.claims)
/** What ends second gives back nothing any more. */
export const deletedSecond = deleted(forManualDraft, NO_CLAIMS)
export const recordDeletedSecond = recordDeletedGiving(NO_CLAIMS)
export const abandoned = event('InvoiceAbandoned', { invoiceId: INVOICE, claims: null })
export const resolved = (resolvedAs: Decided['resolvedAs'], content = forIssue) =>
  event('OutcomeResolved', {
    ...document,
    resolvedAs,
    reason: 'Seen in the portal',
    claims: content.claims,
    resolvedAt: at(50),
  })
export const cancelled = event('InvoiceCancelled', { invoiceId: INVOICE, cancelledAt: at(60) })

/** Everything before each stage, of what is to be issued. */
export const past = {
  submitting: [requested(), started],
  unknown: [requested(), started, lost()],
  issued: [requested(), started, issued()],
  refused: [requested(), started, refused()],
  neverArrived: [requested(), started, lost(), resolved('neverArrived')],
} as const

/** The same of drafts. */
export const pastOf = (content: InvoiceContent) => {
  const begun = [requested(content), started] as const
  return {
    submitting: begun,
    unknown: [...begun, lost()],
    draft: [...begun, kept],
    deletingDraft: [...begun, kept, deletionStarted()],
    deletingUnknown: [...begun, lost(), deletionStarted()],
    deleted: [...begun, kept, deletionStarted(), deleted(content)],
    refused: [...begun, refused({ claims: content.claims })],
  } as const
}

export const request = (content = forIssue, attemptId = submitting.attemptId) =>
  requestInvoice({ content, attemptId, payloadHash: '9a7d', now: at(0) })

type SubmissionOutcome = Parameters<typeof recordSubmission>[0]['outcome']

export const acceptance: SubmissionOutcome = {
  kind: 'done',
  answer: { number: NUMBER, acceptedAt: at(1) },
}
export const keeping: SubmissionOutcome = { kind: 'done', answer: {} }
export const no = { kind: 'refused', ...refusal, errors: [] } as const
export const notTaken = { kind: 'notTaken', ...refusal } as const
export const unknown = { kind: 'unknown', ...silence } as const

export const submissionEnds = (outcome: SubmissionOutcome, attemptId = submitting.attemptId) =>
  recordSubmission({ attemptId, outcome, now: at(2) })

export const settle = (seconds: number) => settleExpired(at(seconds), deadlineMs)

export const saysThat = (state: StatusCheck['status']['state'], detail: string | null = null) =>
  recordStatus({
    status: state === 'accepted' ? { state, number: NUMBER, acceptedAt: at(1) } : { state, detail },
    now: at(20),
    nextAt: at(25),
  })

export const remove = (attemptId = deleting.attemptId) =>
  startDraftDeletion({ attemptId, now: at(30) })

export const resume = (attemptId = deleting.attemptId) =>
  restartDraftDeletion({ attemptId, now: at(30) })

export const deletionEnds = (
  outcome: Parameters<typeof recordDraftDeletion>[0]['outcome'],
  attemptId = deleting.attemptId,
) => recordDraftDeletion({ attemptId, outcome, now: at(31) })

export const removeRecord = removeRecordAt(at(40))

export const resolveAs = (resolvedAs: Decided['resolvedAs'], number: string | null = null) =>
  resolveOutcome({ resolvedAs, reason: 'Seen in the portal', number, now: at(50) })

export const abandon = abandonInvoice(INVOICE)
