import { noEntry } from '#kernel/domain/kmts-entry.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { type KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'

export interface HistoryInvoice {
  readonly id: string
  readonly transactionId: string | undefined
  readonly isDraft: boolean
  stage: 'requested' | 'unknown' | 'draft' | 'deletingDraft' | 'issued' | 'cancelled' | 'ended'
}

/** Which of those that are possible, and other things that chance decides. */
interface Chance {
  readonly pick: number
  readonly variant: number
}

type Happening = readonly [event: InvoiceEvent, stage?: HistoryInvoice['stage']]

/** One more event of an invoice, of those that can follow; undefined when none can. */
export function nextInvoiceEvent(
  invoice: HistoryInvoice,
  { pick }: Chance,
): InvoiceEvent | undefined {
  const possible = happeningsIn(invoice)
  const happening = possible[pick % possible.length]
  if (happening === undefined) return undefined
  const [event, stage = invoice.stage] = happening
  invoice.stage = stage
  return event
}

export const invoiceRequested = (
  { id, transactionId, isDraft }: HistoryInvoice,
  isForgotten: boolean,
): InvoiceEvent =>
  invoiceHappenings(id)('InvoiceRequested', {
    bankTransactionId: transactionId ?? null,
    source: transactionId === undefined ? 'manual' : 'bankTransaction',
    isDraft,
    ...(isForgotten ? { customer: forgotten, payment: forgotten, description: forgotten } : {}),
  })

export const invoiceNeverRequested = (id: string): InvoiceEvent =>
  invoiceHappenings(id)('InvoiceAbandoned')

function happeningsIn({ id, isDraft, stage, transactionId }: HistoryInvoice): readonly Happening[] {
  const happens = invoiceHappenings(id)
  const bankTransactionId = transactionId ?? null
  switch (stage) {
    case 'requested':
      return [
        [happens('SubmissionStarted')],
        isDraft ? [happens('DraftKept'), 'draft'] : [happens('InvoiceIssued'), 'issued'],
        [happens('SubmissionRefused'), 'ended'],
        [happens('SubmissionUnknown'), 'unknown'],
      ]
    case 'unknown':
      return [
        [happens('StatusAsked')],
        [happens('InvoiceIssued'), 'issued'],
        [happens('OutcomeResolved', { resolvedAs: 'neverArrived' }), 'ended'],
        [happens('OutcomeResolved', { resolvedAs: 'accepted' })],
      ]
    case 'draft':
      return [
        [happens('DraftDeletionStarted'), 'deletingDraft'],
        [happens('SubmissionStarted'), 'requested'],
      ]
    case 'deletingDraft':
      return [
        [happens('DraftDeletionRefused'), 'draft'],
        [happens('DraftDeletionUnknown')],
        [happens('DraftDeleted', { bankTransactionId }), 'ended'],
      ]
    case 'issued':
    case 'cancelled':
      return [
        [happens('InvoiceCancelled'), 'cancelled'],
        [happens('InvoiceCancelled', { cancelledAt: '2026-11-21T08:00:00Z' }), 'cancelled'],
      ]
    case 'ended':
      return [[happens('RecordDeleted')]]
    default:
      return []
  }
}

const CHECKED_AT = '2026-11-20T09:45:00.123Z'
const outcomes = ['verified', 'not_found', 'invalid'] as const

/** A query's begin, its end, or what another channel tells of it. */
export function kmtsEvent(
  verificationId: string,
  isPending: boolean,
  { pick, variant }: Chance,
): KmtsVerificationEvent {
  if (variant === 0) return recorded(verificationId, pick)
  if (!isPending) {
    const data = { verificationId, scannedCode: `KMV-${pick}`, checkedAt: CHECKED_AT }
    return { type: 'KmtsQueryStarted', data: { ...data, attemptId: `attempt${pick}` } }
  }
  const ended = { verificationId, completedAt: '2026-11-20T09:45:01.5Z', durationMs: pick }
  const outcome = outcomes[pick % outcomes.length]
  if (outcome !== undefined && variant === 1) {
    const entry = { ...noEntry, status: 'ACTIVE', weight: `${pick}.25` }
    return { type: 'KmtsChecked', data: { ...ended, outcome, entry } }
  }
  return {
    type: 'KmtsQueryFailed',
    data: {
      ...ended,
      reason: 'timeout',
      errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
      errorMessage: 'No answer came in time.',
      providerCode: null,
    },
  }
}

const recorded = (verificationId: string, pick: number): KmtsVerificationEvent => ({
  type: 'KmtsVerificationRecorded',
  data: {
    verificationId,
    source: 'mobile',
    scannedCode: `KMV-${pick}`,
    outcome: 'verified',
    isVerified: true,
    entry: noEntry,
    checkedAt: CHECKED_AT,
    completedAt: null,
    durationMs: null,
    errorCode: null,
    errorMessage: null,
    retryable: pick % 2 === 0,
    createdAt: CHECKED_AT,
  },
})
