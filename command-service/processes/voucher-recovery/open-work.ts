import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { DocumentLedgerEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Recorded } from '#kernel/platform/recording.ts'

/**
 * A voucher on its way: claims without a voucher, a number to come, claims to give back, a call at the
 * provider whose outcome is not recorded, an official document that is not complete here.
 */
const OpenVoucher = Type.Object({
  companyId: Type.String(),
  stage: Type.Enum(['claimed', 'finalizing', 'givenUp', 'attempting', 'accepted', 'deleting']),
  /** Streams in which a claim of its stands. */
  ledger: Type.Union([Type.String(), Type.Null()]),
  transaction: Type.Union([Type.String(), Type.Null()]),
  /** Epoch milliseconds of the last step, and the event that it was. */
  since: Type.Number(),
  lastEventId: Type.String(),
})
export type OpenVoucher = Static<typeof OpenVoucher>

const SavedWork = Type.Record(Type.String(), OpenVoucher)

export type VoucherStep = ExpenseVoucherEvent | DocumentLedgerEvent | TransactionClaimEvent

/** What is open, by voucher id. It is small: a voucher leaves it as soon as it is done. */
export type OpenWork = ReadonlyMap<string, OpenVoucher>

/** What was saved as a plain object; undefined when it is not what this version saves. */
export const openWorkFrom = (saved: unknown): OpenWork | undefined =>
  Value.Check(SavedWork, saved) ? new Map(Object.entries(saved)) : undefined

/** The to-do list after one more event of the log. */
export function evolveOpenWork(work: OpenWork, recorded: Recorded<VoucherStep>): OpenWork {
  const { event, stream } = recorded
  switch (event.type) {
    case 'DocumentClaimed':
      return claimed(work, recorded, { voucher: event.data.owner, claim: { ledger: stream } })
    case 'TransactionClaimed':
      return claimed(work, recorded, { voucher: event.data.owner, claim: { transaction: stream } })
    case 'DocumentReleased':
      return released(work, event.data.owner.id, { ledger: null })
    case 'TransactionReleased':
      return released(work, event.data.owner.id, { transaction: null })
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

interface Claim {
  readonly voucher: { readonly kind: string; readonly id: string }
  readonly claim: Partial<Pick<OpenVoucher, 'ledger' | 'transaction'>>
}

function claimed(work: OpenWork, recorded: Recorded<VoucherStep>, { voucher, claim }: Claim) {
  if (voucher.kind !== 'expenseVoucher') return work
  const open = work.get(voucher.id)
  const { ledger = null, transaction = null } = open ?? {}
  return put(work, voucher.id, { ...at(recorded), stage: 'claimed', ledger, transaction, ...claim })
}

function released(work: OpenWork, voucherId: string, claim: Claim['claim']): OpenWork {
  const open = work.get(voucherId)
  if (open === undefined) return work
  const left = { ...open, ...claim }
  const isDone = left.ledger === null && left.transaction === null && left.stage !== 'finalizing'
  return isDone ? without(work, voucherId) : put(work, voucherId, left)
}

const at = ({ metadata, id }: Recorded<VoucherStep>) => ({
  companyId: metadata.companyId,
  since: Date.parse(metadata.recordedAt),
  lastEventId: id,
  ledger: null,
  transaction: null,
})

const put = (work: OpenWork, voucherId: string, open: OpenVoucher): OpenWork =>
  new Map(work).set(voucherId, open)

const without = (work: OpenWork, voucherId: string): OpenWork => {
  if (!work.has(voucherId)) return work
  const left = new Map(work)
  left.delete(voucherId)
  return left
}
