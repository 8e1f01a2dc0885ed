import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { DeleteVoucher, GoOnDeleting, RecordDeletion } from './commands.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { attemptOf, failureOf } from './outcomes.ts'
import { permit } from './permissions.ts'

/** What the provider keeps of it is cancelled first; one that it never saw is deleted at once. */
export function deleteVoucher(
  { attemptId, now }: Pick<DeleteVoucher, 'attemptId' | 'now'>,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  permit('delete', voucher)
  const { document, deletedFrom } = voucher
  if (document.uuid === null) return [deleted(voucher)]
  const state = document.state === 'deleting' ? deletedFrom : deletable(document.state)
  if (state === null) throw new Error(`a document that is ${document.state} cannot be deleted`)
  const data = { ...attemptOf(voucher, attemptId), state, startedAt: now }
  return [{ type: 'DeletionStarted', data }]
}

export const goOnDeleting = (
  { attemptId, now }: GoOnDeleting,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] =>
  voucher.document.state === 'deleting' ? deleteVoucher({ attemptId, now }, voucher) : []

export function recordDeletion(
  { attemptId, outcome, now }: RecordDeletion,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const { document, attempt, deletedFrom } = voucher
  if (document.state !== 'deleting' || deletedFrom === null) return []
  if (outcome.kind === 'done') return [deleted(voucher)]
  if (attempt?.id !== attemptId) return []
  const data = { ...attemptOf(voucher, attemptId), ...failureOf(outcome) }
  if (outcome.kind === 'unknown') {
    return [{ type: 'DeletionUnknown', data: { ...data, givenUpAt: now } }]
  }
  return [{ type: 'DeletionRefused', data: { ...data, state: deletedFrom, refusedAt: now } }]
}

function deletable(state: ElectronicVoucher['document']['state']) {
  switch (state) {
    case 'draft':
    case 'prepared':
    case 'verification_pending':
    case 'failed':
      return state
    default:
      return null
  }
}

export function deleted({ content }: ElectronicVoucher): ExpenseVoucherEvent {
  const { voucherId, bankTransactionId, claims } = content
  return { type: 'DraftDeleted', data: { voucherId, bankTransactionId, claims } }
}
