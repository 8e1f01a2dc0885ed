import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import { callOf } from '#command/provider-documents/attempt.ts'
import {
  type OperatorDecision,
  type Resolution,
  refuse,
  resolveDocument,
} from '#command/provider-documents/resolve.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { settle } from './claims.ts'
import { resumeDraftDeletion } from './delete.ts'
import { documentOf, toSend } from './document.ts'
import { type Decision, idsOf, onRequested, type RequestedInvoice } from './invoice.ts'
import {
  execute,
  type InvoiceTarget,
  instantNow,
  invoiceStream,
  type LoadedInvoice,
  requestedIn,
  type SettlingDependencies,
} from './repository.ts'
import { recordStatus } from './status.ts'
import { settleExpired } from './submit.ts'

interface Resolving {
  readonly order: OperatorDecision
  readonly requestId: string
  readonly deadlineMs: number
}

type Settled = LoadedInvoice & Pick<Resolution, 'decidedBy'>

/** Settles an invoice whose outcome is unknown, as the integrator says or else as a person does. */
export async function resolveInvoice(
  dependencies: SettlingDependencies,
  target: InvoiceTarget,
  { order, requestId, deadlineMs }: Resolving,
): Promise<Resolution> {
  const expiring = settleExpired(instantNow(dependencies), deadlineMs)
  const { invoice } = await execute(dependencies, target, expiring)
  refuseUnlessOpen(invoice)
  const { invoice: settled, ...decided } = invoice.content.isDraft
    ? await resolveDraft(dependencies, target, order)
    : await resolveSubmission(dependencies, target, { invoice, order, requestId })
  const { companyId } = target.origin
  const { content, stage, officialNumber } = settled
  return {
    id: content.invoiceId,
    companyId,
    uuid: content.uuid,
    ...decided,
    state: stage,
    officialNumber,
    serial: null,
    number: null,
    isLeftOpenBy: null,
  }
}

/** An operator settles unknown outcomes only. */
function refuseUnlessOpen({ stage }: RequestedInvoice): void {
  if (stage === 'unknown' || stage === 'deletingDraft') return
  refuse(
    stage === 'submitting'
      ? 'The invoice is submitting, and its attempt is not older than the deadline: wait for its outcome.'
      : `The invoice is ${stage}: there is nothing to resolve.`,
  )
}

function resolveSubmission(
  dependencies: SettlingDependencies,
  target: InvoiceTarget,
  { invoice, order, requestId }: Omit<Resolving, 'deadlineMs'> & Pick<LoadedInvoice, 'invoice'>,
): Promise<Settled> {
  const { integrator } = dependencies
  const { content } = invoice
  const { companyId } = target.origin
  const call = callOf(dependencies, content, { companyId, requestId })
  return resolveDocument<LoadedInvoice>(
    {
      isDeleting: false,
      incomplete: null,
      askStatus: () => integrator.invoiceStatus(call, content.uuid),
      // It becomes a draft, which is nothing official, and the draft is deleted for good.
      cancel: async () => {
        const sent = toSend(content, documentOf(dependencies, content, companyId))
        const kept = await integrator.keepDraft(call, sent)
        // What is refused as a draft has an end there already, or could not be accepted either.
        const isThere = kept.kind === 'done' || kept.kind === 'refused'
        return isThere ? integrator.deleteDraft(call, content.uuid) : kept
      },
      recordStatus: (status) => {
        const now = instantNow(dependencies)
        return settle(dependencies, target, recordStatus({ status, now, nextAt: now }))
      },
      recordDecision: () => decide(dependencies, target, order),
    },
    order,
  )
}

/** A draft is not official: if the integrator does not confirm that it is deleted, an operator may decide so. */
async function resolveDraft(
  dependencies: SettlingDependencies,
  target: InvoiceTarget,
  order: OperatorDecision,
): Promise<Settled> {
  const { invoices } = dependencies.repositories
  try {
    if (order.resolvedAs === 'neverArrived') {
      await resumeDraftDeletion(dependencies, target)
      const left = requestedIn(await invoices.load(invoiceStream(target.invoiceId)))
      if (left.invoice.stage !== 'ended') refuseUnlessOpen(left.invoice)
      return { ...left, decidedBy: 'provider' }
    }
  } catch (error) {
    if (!(error instanceof RecordedRefusal)) throw error
  }
  return { ...(await decide(dependencies, target, order)), decidedBy: 'person' }
}

const decide = (
  dependencies: SettlingDependencies,
  target: InvoiceTarget,
  order: OperatorDecision,
) => settle(dependencies, target, resolveOutcome({ ...order, now: instantNow(dependencies) }))

export interface Decided extends Pick<OperatorDecision, 'resolvedAs' | 'reason' | 'number'> {
  readonly now: string
}

/** A person's decision about what stays unknown; a draft can only be given up. */
export const resolveOutcome = ({ resolvedAs, reason, number, now }: Decided): Decision =>
  onRequested((invoice) => {
    const { stage, content, held: claims } = invoice
    const isOpen = stage === 'unknown' || stage === 'deletingDraft'
    if (!isOpen)
      return reject(
        'CONFLICT',
        filled('The invoice is {stage}: there is nothing to resolve.', { stage }),
      )
    if (content.isDraft && resolvedAs === 'accepted') {
      return reject(
        'CONFLICT',
        'A draft is not official: it can be resolved as never-arrived only.',
      )
    }
    const ids = idsOf(invoice)
    const resolved: InvoiceEvent = {
      type: 'OutcomeResolved',
      data: { ...ids, resolvedAs, reason, claims, resolvedAt: now },
    }
    if (resolvedAs === 'neverArrived') return [resolved]
    const data = { ...ids, attemptId: null, invoiceNumber: number, issuedAt: now }
    return [resolved, { type: 'InvoiceIssued', data }]
  })
