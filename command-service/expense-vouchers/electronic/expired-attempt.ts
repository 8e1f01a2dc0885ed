import { instantAfter, millisecondsBetween } from '#kernel/domain/instant.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Timing } from './commands.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { uuidOf } from './permissions.ts'

const DEADLINE = {
  errorCode: 'DEADLINE',
  errorMessage: 'No answer was recorded within the time that an attempt may take.',
} as const

/** What an attempt that has outlived its deadline comes to: an outcome that nobody knows. */
export function expiredAttempt(
  voucher: ElectronicVoucher,
  { now, deadlineMs, cooldownMs }: Timing,
): ExpenseVoucherEvent[] {
  const { attempt, document, content } = voucher
  if (attempt === null || millisecondsBetween(attempt.startedAt, now) < deadlineMs) return []
  const expired = () => ({
    voucherId: content.voucherId,
    uuid: uuidOf(voucher),
    attemptId: attempt.id,
    ...DEADLINE,
    givenUpAt: now,
  })
  switch (document.state) {
    case 'preparing':
      return [{ type: 'PreparationUnknown', data: expired() }]
    case 'sms_sending': {
      const retryAt = instantAfter(attempt.startedAt, cooldownMs)
      return [{ type: 'SmsUnknown', data: { ...expired(), state: smsState(voucher), retryAt } }]
    }
    case 'dispatching':
      return [{ type: 'SubmissionUnknown', data: expired() }]
    default:
      return []
  }
}

/** Where an SMS that was not sent for certain leaves the document. */
export const smsState = ({ document }: ElectronicVoucher) =>
  document.smsSentAt === null ? ('prepared' as const) : ('verification_pending' as const)
