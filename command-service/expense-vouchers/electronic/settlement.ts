import { reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { RecordStatus, ResolveOutcome } from './commands.ts'
import { deleted } from './deletion.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { canBeAccepted } from './outcomes.ts'
import { uuidOf } from './permissions.ts'

/** What the provider says when it is asked settles what is open; that it knows nothing settles nothing. */
export function recordStatus(
  command: RecordStatus,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const { uuid, said, accepted, numbering, now } = command
  const { voucherId } = voucher.content
  // What has been accepted is no draft any more: that was said before.
  const isOutdated = voucher.acceptance !== null && said.found === 'draft'
  if (voucher.document.uuid !== uuid || isOutdated) return []
  const checked = { voucherId, uuid, ...said, checkedAt: now }
  const events: ExpenseVoucherEvent[] = [{ type: 'StatusChecked', data: checked }]
  if (accepted !== null && canBeAccepted(voucher, uuid)) {
    const { number: officialNumber, acceptedAt } = accepted
    const data = { voucherId, uuid, attemptId: null, officialNumber, acceptedAt, ...numbering }
    return [...events, { type: 'ProviderAccepted', data }]
  }
  if (isGone(said.found) && canBeRefused(voucher)) {
    const errorMessage = said.statusDetail ?? `The provider's document is ${said.found}.`
    const failure = { errorCode: said.found.toUpperCase(), errorMessage, refusedAt: now }
    const data = { voucherId, uuid, attemptId: null, ...failure }
    return [...events, { type: 'SubmissionRefused', data }]
  }
  return events
}

const isGone = (found: RecordStatus['said']['found']) =>
  found === 'rejected' || found === 'cancelled'

const canBeRefused = ({ document: { state }, acceptance }: ElectronicVoucher) =>
  acceptance === null && ['prepared', 'verification_pending', 'review_required'].includes(state)

/** A person's decision about what stays unknown; whoever calls has asked the provider before. */
export function resolveOutcome(
  command: ResolveOutcome,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const { resolvedAs, reason, accepted, numbering, now: resolvedAt } = command
  const { document, acceptance, content } = voucher
  const isUnknown = document.state === 'review_required' && acceptance === null
  const isDeleting = document.state === 'deleting' && resolvedAs === 'neverArrived'
  if (!isUnknown && !isDeleting) {
    return reject('CONFLICT', `The document is ${document.state}: there is nothing to resolve.`)
  }
  const { voucherId } = content
  const uuid = uuidOf(voucher)
  const resolved = { voucherId, uuid, resolvedAs, reason, resolvedAt }
  const events: ExpenseVoucherEvent[] = [{ type: 'OutcomeResolved', data: resolved }]
  if (isDeleting) return [...events, deleted(voucher)]
  if (resolvedAs === 'neverArrived') return events
  const { number: officialNumber, acceptedAt } = accepted ?? {
    number: null,
    acceptedAt: resolvedAt,
  }
  const data = { voucherId, uuid, attemptId: null, officialNumber, acceptedAt, ...numbering }
  return [...events, { type: 'ProviderAccepted', data }]
}
