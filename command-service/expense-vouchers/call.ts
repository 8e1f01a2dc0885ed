import {
  attemptOnce,
  type CallOutcome,
  callOf,
  type FailedCall,
  integratorRule,
  wordsOf,
} from '#command/provider-documents/attempt.ts'
import type { Call } from '#command/providers/integrator/port.ts'
import { detail } from '#kernel/domain/detail.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { Rejection, type RejectionCode } from '#kernel/domain/rejection.ts'
import type { AttemptTiming } from './electronic-rules.ts'
import { isAtProvider, type VoucherAtProvider } from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import type { Decision, ExpenseVoucher } from './voucher.ts'

type UnreadableCode = 'E_DOCUMENT_RESPONSE_INVALID' | 'E_DOCUMENT_RESULT_UNKNOWN'

interface ProviderCall<Answer extends object> {
  readonly start: (timing: AttemptTiming) => Decision
  readonly call: (begun: VoucherAtProvider, call: Call) => Promise<CallOutcome<Answer>>
  readonly record: (
    recorded: AttemptTiming & { readonly outcome: CallOutcome<Answer> },
    attempt: { readonly begun: VoucherAtProvider; readonly target: VoucherTarget },
  ) => Promise<LoadedVoucher>
  /** The refusal of a call whose answer cannot be read. */
  readonly unreadable: UnreadableCode
}

/** One call that may change the document at the provider: made at most once, its outcome recorded. */
export const callProvider = <Answer extends object>(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { start, call, record, unreadable }: ProviderCall<Answer>,
): Promise<LoadedVoucher> =>
  attemptOnce<LoadedVoucher, Answer, VoucherAtProvider>({
    origin: target.origin,
    closing: dependencies.closing,
    start: ({ attemptId, origin }) =>
      executeElectronic(
        dependencies,
        { ...target, origin },
        start({ attemptId, ...timingNow(dependencies) }),
      ),
    begun: ({ voucher }, attemptId) => inAttempt(voucher, attemptId),
    call: (begun, requestId) => {
      const { companyId } = target.origin
      return call(begun, callOf(dependencies, begun.content, { companyId, requestId }))
    },
    unknown: ({ document: { state } }, attemptId) => outcomeUnknown({ attemptId, state }),
    record: (outcome, { attemptId, origin, begun }) =>
      record(
        { attemptId, outcome, ...timingNow(dependencies) },
        { begun, target: { ...target, origin } },
      ),
    refusal: (failed, attemptId, { voucher }) =>
      refusalOf(failed, { attemptId, unreadable, state: voucher.document.state }),
  })

/** The voucher if it waits for the outcome of the attempt. */
export const inAttempt = (
  voucher: ExpenseVoucher,
  attemptId: string,
): VoucherAtProvider | undefined =>
  voucher.status === 'electronic' && isAtProvider(voucher) && voucher.attempt?.id === attemptId
    ? voucher
    : undefined

/** The refusal of a call that did not succeed. */
export function refusalOf(
  failed: FailedCall,
  of: { attemptId: string; unreadable: UnreadableCode; state: string },
): Rejection {
  const { kind, errorCode } = failed
  const { attemptId, unreadable, state } = of
  const members = { state, attemptId, errorCode }
  if (kind !== 'unknown') {
    const message = filled('The provider has refused it: {words}', { words: wordsOf(failed) })
    const refused = detail('integrator', integratorRule(failed), members)
    return new Rejection('E_DOCUMENT_REJECTED', message, [refused])
  }
  const code: RejectionCode = errorCode === 'UNREADABLE' ? unreadable : 'E_DOCUMENT_RESULT_UNKNOWN'
  const rule = code === 'E_DOCUMENT_RESPONSE_INVALID' ? 'malformed' : 'unknown'
  return new Rejection(code, UNKNOWN, [detail('integrator', rule, members)])
}

const UNKNOWN = 'It is not known what the provider has done; ask for the status of the document.'

/** The answer to a call whose outcome could not be recorded. */
export const outcomeUnknown = (of: { readonly attemptId: string; readonly state: string }) =>
  new Rejection('E_DOCUMENT_RESULT_UNKNOWN', UNKNOWN, [detail('integrator', 'unknown', of)])
