import type {
  NotFound,
  NotTaken,
  Outcome,
  Refused,
  Unknown,
  VoucherStatus,
} from '#command/providers/integrator/port.ts'
import { OperatorError } from '../event-sourcing/operator-error.ts'

/** What the provider says of a document. */
export type Said =
  | { readonly kind: 'told'; readonly status: VoucherStatus }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unclear'; readonly errorCode: string; readonly isReachable: boolean }

export function saidBy(answer: Outcome<VoucherStatus> | NotFound): Said {
  if (answer.kind === 'done') return { kind: 'told', status: answer.answer }
  return answer.kind === 'notFound' ? answer : unclear(answer)
}

/**
 * Refuses unless the provider has used up the uuid. Only one that cannot be reached at all may be
 * left out, and only when the person says so.
 */
export function expectCancelled(
  cancelled: Outcome<object> | NotFound,
  { said, withoutFence }: { readonly said: Said; readonly withoutFence: boolean },
): void {
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
