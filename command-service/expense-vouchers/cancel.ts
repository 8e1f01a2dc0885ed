import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import type { ExpenseVoucher } from './voucher.ts'

type SentVoucher = ElectronicVoucher & { readonly document: { readonly state: 'sent' } }

/** What is recorded of a sent document's cancellation at the authority: the first word of it stays. */
export const cancellationOf = (
  { content: { voucherId }, isCancelled }: ElectronicVoucher,
  cancelledAt: string,
): readonly ExpenseVoucherEvent[] =>
  isCancelled ? [] : [{ type: 'VoucherCancelled', data: { voucherId, cancelledAt } }]

/** Only what is official at the authority can be cancelled there. */
export const canBeCancelled = (voucher: ExpenseVoucher): voucher is SentVoucher =>
  voucher.status === 'electronic' && voucher.document.state === 'sent'
