import type { ElectronicVoucher } from '#command/modules/expense-vouchers/electronic/electronic-voucher.ts'
import { uuidOf } from '#command/modules/expense-vouchers/electronic/permissions.ts'
import { callOf, type ElectronicParts } from '#command/processes/electronic-vouchers/parts.ts'
import type {
  NotTaken,
  Refused,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import { OperatorError } from '../../operator-error.ts'

export interface Asking {
  readonly parts: ElectronicParts
  readonly voucher: ElectronicVoucher
  readonly companyId: string
  readonly requestId: string
}

/** What the provider says of a document. */
export type Said =
  | { readonly kind: 'told'; readonly status: VoucherStatus }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unclear'; readonly errorCode: string; readonly isReachable: boolean }

export async function ask({ parts, voucher, ...request }: Asking): Promise<Said> {
  const call = callOf(parts, voucher, request)
  const answer = await parts.integrator.voucherStatus(call, uuidOf(voucher))
  if (answer.kind === 'done') return { kind: 'told', status: answer.answer }
  return answer.kind === 'notFound' ? answer : unclear(answer)
}

/**
 * Cancels the uuid, so that a submission which is still on its way finds no draft any more. Only a
 * provider that cannot be reached at all may be left out, and only when the person says so.
 */
export async function fence(
  { parts, voucher, ...request }: Asking,
  { said, withoutFence }: { said: Said; withoutFence: boolean },
): Promise<void> {
  const call = callOf(parts, voucher, request)
  const cancelled = await parts.integrator.cancelVoucher(call, uuidOf(voucher))
  if (cancelled.kind === 'done' || cancelled.kind === 'notFound') return
  if (cancelled.kind === 'refused' && cancelled.errorCode === 'ALREADY_ACCEPTED') {
    throw new OperatorError('The provider says that the document is accepted: nothing was changed.')
  }
  const { errorCode, isReachable } = unclear(cancelled)
  const isGone = !isReachable && said.kind === 'unclear' && !said.isReachable
  if (isGone && withoutFence) return
  const wayOut = isGone
    ? 'Try again later, or take the risk with --without-fence.'
    : 'Try again later.'
  throw new OperatorError(
    `The provider does not confirm that it has cancelled the document (${errorCode}), so a late submission could still be accepted: nothing was changed. ${wayOut}`,
  )
}

const unclear = ({ kind, errorCode }: Refused | NotTaken | Unknown) => ({
  kind: 'unclear' as const,
  errorCode,
  isReachable: kind !== 'unknown' || !['CONNECTION', 'TIMEOUT'].includes(errorCode),
})
