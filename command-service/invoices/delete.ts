import { releaseEnded } from '#command/claims/claiming.ts'
import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import {
  asDeleted,
  attemptOnce,
  type CallOutcome,
  callOf,
  failureOf,
} from '#command/provider-documents/attempt.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { isRecordId } from '#kernel/domain/ids.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { invoiceClaimant, settle } from './claims.ts'
import {
  type Decision,
  type InvoiceContent,
  idsOf,
  onRequested,
  type RequestedInvoice,
} from './invoice.ts'
import {
  execute,
  type InvoiceDependencies,
  type InvoiceTarget,
  instantNow,
  type LoadedInvoice,
  type SettlingDependencies,
} from './repository.ts'
import { inAttempt, outcomeUnknown, refusalOf } from './submit.ts'

export interface Deletion {
  readonly target: 'draft' | 'record'
  readonly channel: InvoiceContent['channel'] | null
  readonly position: LogPosition
}

/** By its uuid the draft at the integrator, by its id the local record of a manual draft. */
export function deleteInvoice(
  dependencies: InvoiceDependencies,
  id: string,
  origin: Origin,
): Promise<Deletion> {
  if (isRecordId(id)) return deleteRecord(dependencies, { invoiceId: id.toLowerCase(), origin })
  if (dependencies.references.settings(origin.companyId)?.invoice == null) {
    return reject('BUSINESS_RULE', 'The company has no e-document integration.', [
      detail('companySettings.invoice', 'required'),
    ])
  }
  const invoiceId = recordIdOfUuid(id)
  if (invoiceId === undefined) return notFound('draft')
  return deleteDraft(dependencies, { invoiceId, origin })
}

async function deleteRecord(
  dependencies: InvoiceDependencies,
  target: InvoiceTarget,
): Promise<Deletion> {
  const decision = removeRecord(instantNow(dependencies))
  const { invoice, position } = await execute(dependencies, target, decision)
  const { invoiceId, origin } = target
  const { claims } = invoice.content
  await releaseEnded(invoiceClaimant(dependencies.repositories), invoiceId, { claims, origin })
  return { target: 'record', channel: null, position }
}

/** The unsent local record of a manual draft. */
export const removeRecord = (deletedAt: string): Decision =>
  onRequested(({ stage, hasRecord, held: claims, content: { invoiceId } }) => {
    if (stage === 'issued') return refuseIssued()
    if (stage !== 'draft' && stage !== 'ended') return refuseOpen()
    if (!hasRecord) return notFound('draft')
    return [{ type: 'RecordDeleted', data: { invoiceId, claims, deletedAt } }]
  })

/** A repeated request continues after an unknown outcome: deleting twice is the same as once. */
const deleteDraft = (dependencies: SettlingDependencies, target: InvoiceTarget) =>
  deleteAtIntegrator(dependencies, target, startDraftDeletion)

/** Deletes a draft that nobody is known to have, or goes on deleting one, unless it is kept meanwhile. */
export const resumeDraftDeletion = (dependencies: SettlingDependencies, target: InvoiceTarget) =>
  deleteAtIntegrator(dependencies, target, restartDraftDeletion)

async function deleteAtIntegrator(
  dependencies: SettlingDependencies,
  { invoiceId, origin }: InvoiceTarget,
  begin: (attempt: DeletionAttempt) => Decision,
): Promise<Deletion> {
  const { companyId } = origin
  const { invoice, position } = await attemptOnce<LoadedInvoice, object, RequestedInvoice>({
    origin,
    closing: dependencies.closing,
    start: (attempt) => {
      const { attemptId } = attempt
      const decision = begin({ attemptId, now: instantNow(dependencies) })
      return execute(dependencies, { invoiceId, origin: attempt.origin }, decision)
    },
    begun: (started, attemptId) => inAttempt(started.invoice, attemptId),
    call: async ({ content }, requestId) => {
      const call = callOf(dependencies, content, { companyId, requestId })
      return asDeleted(await dependencies.integrator.deleteDraft(call, content.uuid))
    },
    unknown: ({ content }, attemptId) => outcomeUnknown({ attemptId, content }),
    record: async (outcome, attempt) => {
      const { attemptId } = attempt
      const decision = recordDraftDeletion({ attemptId, outcome, now: instantNow(dependencies) })
      const target = { invoiceId, origin: attempt.origin }
      const recorded = await settle(dependencies, target, decision)
      const { stage, content } = recorded.invoice
      if (outcome.kind !== 'done' || stage === 'ended') return recorded
      throw new RecordedRefusal(outcomeUnknown({ attemptId, content }), {
        position: recorded.position,
        isFinal: false,
      })
    },
    refusal(failed, attemptId, { invoice: { stage, content } }) {
      if (stage === 'ended') return undefined
      // Another attempt goes on, or the recovery begins one: what this one was refused is no end.
      const isOpen = stage === 'deletingDraft' && failed.kind !== 'unknown'
      const attempted = { attemptId, content }
      return isOpen ? outcomeUnknown(attempted) : refusalOf(failed, attempted)
    },
  })
  return { target: 'draft', channel: invoice.content.channel, position }
}

interface DeletionAttempt {
  readonly attemptId: string
  readonly now: string
}

/**
 * A draft that may be at the integrator, by an unknown outcome, is deleted the same way. The same attempt again begins
 * nothing, even behind another.
 */
export const startDraftDeletion = ({ attemptId, now: startedAt }: DeletionAttempt): Decision =>
  onRequested((invoice) => {
    if (invoice.begun.includes(attemptId)) return []
    const started: InvoiceEvent = {
      type: 'DraftDeletionStarted',
      data: { ...idsOf(invoice), attemptId, startedAt },
    }
    const { stage, content } = invoice
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
  })

/** What was judged by an earlier look may have been kept, and said to its caller, since. */
export const restartDraftDeletion = (attempt: DeletionAttempt): Decision =>
  onRequested((invoice) => (isOpenDraft(invoice) ? startDraftDeletion(attempt)(invoice) : []))

const isOpenDraft = ({ stage, content }: RequestedInvoice) =>
  stage === 'deletingDraft' || (stage === 'unknown' && content.isDraft)

type DraftDeletion = DeletionAttempt & { readonly outcome: CallOutcome<object> }

export const recordDraftDeletion = ({ attemptId, outcome, now }: DraftDeletion): Decision =>
  onRequested((invoice) => {
    const { stage, attempt, content, held: claims, isKept } = invoice
    if (stage !== 'deletingDraft') return []
    const ids = idsOf(invoice)
    if (outcome.kind === 'done') {
      const { bankTransactionId } = content
      return [{ type: 'DraftDeleted', data: { ...ids, bankTransactionId, claims, deletedAt: now } }]
    }
    if (attempt?.id !== attemptId) return []
    const failed = { ...ids, attemptId, ...failureOf(outcome) }
    // Of a draft that is not known to be there, a refusal says nothing: it is tried again.
    return outcome.kind === 'unknown' || !isKept
      ? [{ type: 'DraftDeletionUnknown', data: { ...failed, givenUpAt: now } }]
      : [{ type: 'DraftDeletionRefused', data: { ...failed, refusedAt: now } }]
  })

const refuseIssued = () =>
  reject('CONFLICT', 'An issued invoice cannot be deleted; it is cancelled in the panel.')

const refuseOpen = () =>
  reject('CONFLICT', 'It is not known yet what the integrator has done with the invoice.')
