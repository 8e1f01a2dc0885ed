import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  at,
  type ClaimStep,
  evolveClaims,
  openFields,
  put,
  without,
} from '#command/claims/open-claims.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Recorded } from '#kernel/platform/recording.ts'

/**
 * A voucher on its way: claims without a voucher, a number to come, claims to give back, a call at the
 * provider whose outcome is not recorded, an official document that is not complete here.
 */
const OpenVoucher = Type.Object({
  ...openFields,
  stage: Type.Enum(['claimed', 'finalizing', 'givenUp', 'attempting', 'accepted', 'deleting']),
})
export type OpenVoucher = Static<typeof OpenVoucher>

const SavedWork = Type.Record(Type.String(), OpenVoucher)

export type VoucherStep = ExpenseVoucherEvent | ClaimStep

/** What is open, by voucher id. It is small: a voucher leaves it as soon as it is done. */
export type OpenWork = ReadonlyMap<string, OpenVoucher>

/** What was saved as a plain object; undefined when it is not what this version saves. */
export const openWorkFrom = (saved: unknown): OpenWork | undefined =>
  Value.Check(SavedWork, saved) ? new Map(Object.entries(saved)) : undefined

/** The to-do list after one more event of the log. */
export function evolveOpenWork(work: OpenWork, recorded: Recorded<VoucherStep>): OpenWork {
  const { event } = recorded
  switch (event.type) {
    case 'DocumentClaimed':
    case 'DocumentReleased':
    case 'TransactionClaimed':
    case 'TransactionReleased':
      return evolveClaims(work, { ...recorded, event }, claiming)
    case 'VoucherDrafted':
    case 'VoucherFinalized':
    case 'VoucherPrepared':
    case 'PreparationRefused':
    case 'PreparationUnknown':
    case 'SmsSent':
    case 'SmsRefused':
    case 'SmsUnknown':
    case 'CodeRefused':
    case 'SubmissionRefused':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'DeletionRefused':
      return without(work, event.data.voucherId)
    case 'PreparationStarted':
    case 'SmsRequested':
    case 'SubmissionStarted':
      return put(work, event.data.voucherId, { ...at(recorded), stage: 'attempting' })
    case 'ProviderAccepted':
      return put(work, event.data.voucherId, { ...at(recorded), stage: 'accepted' })
    case 'DeletionStarted':
    case 'DeletionUnknown':
      return put(work, event.data.voucherId, { ...at(recorded), stage: 'deleting' })
    case 'StatusChecked':
    case 'OutcomeResolved':
    case 'LateAnswerReceived':
      return work
    case 'FinalizationRequested':
      return put(work, event.data.voucherId, { ...at(recorded), stage: 'finalizing' })
    case 'DraftDeleted': {
      const { voucherId, claims } = event.data
      return put(work, voucherId, { ...at(recorded), ...claims, stage: 'givenUp' })
    }
    case 'VoucherAbandoned': {
      const { voucherId, claims } = event.data
      const open = work.get(voucherId)
      const held = claims ?? open
      if (held === undefined) return work
      const { ledger, transaction } = held
      return put(work, voucherId, { ...at(recorded), ledger, transaction, stage: 'givenUp' })
    }
    default:
      return assertNever(event)
  }
}

const claiming = {
  kind: 'expenseVoucher',
  claimed: (claims: Omit<OpenVoucher, 'stage'>): OpenVoucher => ({ ...claims, stage: 'claimed' }),
  isMore: ({ stage }: OpenVoucher) => stage !== 'claimed' && stage !== 'givenUp',
} as const
