import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  type ElectronicDocument,
  evolveDocument,
  newElectronicDocument,
} from '#kernel/responses/electronic-document.ts'
import type { Finalization, VoucherContent } from '../voucher-content.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** The last call that was made for the voucher, as long as nobody has answered it clearly. */
export interface Attempt {
  readonly id: string
  readonly startedAt: string
}

type DeletableState = Of<'DeletionStarted'>['data']['state']

/** What the provider accepted, and where the local number comes from. */
export type Acceptance = Of<'ProviderAccepted'>['data']

export interface ElectronicVoucher {
  readonly status: 'electronic'
  readonly content: VoucherContent
  readonly document: ElectronicDocument
  readonly attempt: Attempt | null
  /** The last attempt whose answer came too late to count. */
  readonly lateAttemptId: string | null
  /** The state to go back to when the deletion that runs is refused. */
  readonly deletedFrom: DeletableState | null
  readonly acceptance: Acceptance | null
  readonly finalization: Finalization | null
}

export const draftedElectronic = (content: VoucherContent): ElectronicVoucher => ({
  status: 'electronic',
  content,
  document: newElectronicDocument(content.environment ?? 'test'),
  attempt: null,
  lateAttemptId: null,
  deletedFrom: null,
  acceptance: null,
  finalization: null,
})

/** The voucher after one more event; those that end it are for its caller. */
export function evolveElectronic(
  voucher: ElectronicVoucher,
  event: ExpenseVoucherEvent,
): ElectronicVoucher {
  const document = evolveDocument(voucher.document, event)
  switch (event.type) {
    case 'PreparationStarted':
    case 'SubmissionStarted': {
      const { attemptId: id, startedAt } = event.data
      return { ...voucher, document, attempt: { id, startedAt } }
    }
    case 'SmsRequested': {
      const { attemptId: id, requestedAt: startedAt } = event.data
      return { ...voucher, document, attempt: { id, startedAt } }
    }
    case 'DeletionStarted': {
      const { attemptId: id, startedAt, state: deletedFrom } = event.data
      return { ...voucher, document, attempt: { id, startedAt }, deletedFrom }
    }
    case 'VoucherPrepared':
    case 'PreparationRefused':
    case 'SmsSent':
    case 'SmsRefused':
    case 'CodeRefused':
    case 'SubmissionRefused':
    case 'DeletionRefused':
    case 'DeletionUnknown':
      return { ...voucher, document, attempt: unanswered(voucher, event.data) }
    case 'ProviderAccepted': {
      const attempt = unanswered(voucher, event.data)
      return { ...voucher, document, attempt, acceptance: event.data }
    }
    case 'LateAnswerReceived':
      return { ...voucher, document, lateAttemptId: event.data.attemptId }
    case 'VoucherFinalized':
      return { ...voucher, document, finalization: event.data }
    default:
      return { ...voucher, document }
  }
}

/** What the provider said as it was asked answers no attempt. */
const unanswered = (
  { attempt }: ElectronicVoucher,
  { attemptId }: { readonly attemptId: string | null },
): Attempt | null => (attempt?.id === attemptId ? null : attempt)
