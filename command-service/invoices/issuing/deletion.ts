import { randomUUID } from 'node:crypto'
import { release } from '#command/claims/claiming.ts'
import { RecordedRefusal } from '#command/provider-documents/attempt.ts'
import type { Outcome } from '#command/providers/integrator/port.ts'
import { recordIdOfUuid } from '#kernel/domain/document-uuid.ts'
import { isRecordId } from '#kernel/domain/ids.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import type { InvoiceChannel } from '../invoice-answers.ts'
import { callOf, type InvoiceParts, nowOf, type SettlingParts } from './parts.ts'
import { invoiceClaimant, invoiceStream } from './repositories.ts'
import { refusalOf } from './submission.ts'

export interface Deletion {
  readonly target: 'draft' | 'record'
  readonly channel: InvoiceChannel | null
  readonly position: LogPosition
}

/** By its uuid the draft at the integrator, by its id the local record of a manual draft. */
export function deleteInvoice(parts: InvoiceParts, id: string, origin: Origin): Promise<Deletion> {
  if (isRecordId(id)) return deleteRecord(parts, id.toLowerCase(), origin)
  if (parts.references.settings(origin.companyId)?.invoice == null) {
    return reject('BUSINESS_RULE', 'The company has no e-document integration.', [
      { field: 'companySettings.invoice', rule: 'required' },
    ])
  }
  const invoiceId = recordIdOfUuid(id)
  return invoiceId === undefined ? notFound('draft') : deleteDraft(parts, invoiceId, origin)
}

async function deleteRecord(
  parts: InvoiceParts,
  invoiceId: string,
  origin: Origin,
): Promise<Deletion> {
  const { state, position } = await parts.repositories.invoices.execute({
    stream: invoiceStream(invoiceId),
    command: { type: 'DeleteRecord', now: nowOf(parts) },
    origin,
  })
  if (state.status === 'requested') {
    const { claims } = state.content
    await release(invoiceClaimant(parts.repositories), invoiceId, { claims, origin })
  }
  return { target: 'record', channel: null, position }
}

/** Asked again after an unknown outcome it goes on: deleting twice is the same as once. */
export async function deleteDraft(
  parts: SettlingParts,
  invoiceId: string,
  given: Origin,
): Promise<Deletion> {
  const attemptId = randomUUID()
  const origin = { ...given, attemptId }
  const stream = invoiceStream(invoiceId)
  const { invoices } = parts.repositories
  const command = { type: 'StartDraftDeletion', attemptId, now: nowOf(parts) } as const
  const { state } = await invoices.execute({ stream, command, origin })
  if (state.status !== 'requested') return notFound('draft')
  const { uuid, claims, channel } = state.content
  const call = callOf(parts, state.content, { companyId: origin.companyId, requestId: attemptId })
  const answer = await parts.integrator.deleteDraft(call, uuid)
  const outcome: Outcome<object> =
    answer.kind === 'notFound' ? { kind: 'done', answer: {} } : answer
  const { position } = await invoices.execute({
    stream,
    command: { type: 'RecordDraftDeletion', attemptId, outcome, now: nowOf(parts) },
    origin,
  })
  if (outcome.kind !== 'done') {
    const isFinal = outcome.kind !== 'unknown'
    throw new RecordedRefusal(refusalOf(outcome, attemptId, uuid), { position, isFinal })
  }
  await release(invoiceClaimant(parts.repositories), invoiceId, { claims, origin })
  return { target: 'draft', channel, position }
}
