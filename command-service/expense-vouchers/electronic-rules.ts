import type { CallOutcome } from '#command/provider-documents/attempt.ts'
import { deadlinePassed, isPastDeadline } from '#command/provider-documents/deadline.ts'
import { detail } from '#kernel/domain/detail.ts'
import { instantAfter } from '#kernel/domain/instant.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { type RejectionCode, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { type Allowing, type State, standingIn, type Verb } from '#kernel/events/voucher-life.ts'
import {
  type ElectronicVoucher,
  evolveElectronic,
  type VoucherAtProvider,
} from './electronic-voucher.ts'
import { type Decision, electronicOnly } from './voucher.ts'

// What the verbs of an electronic voucher share: permissions by state, attempts and their ends.

type InState<Each extends State> = ElectronicVoucher & {
  readonly document: { readonly state: Each }
}

/** A voucher in a state that allows the verb. */
export type Permitted<Asked extends Verb> = InState<Allowing<Asked>>

/** Refuses a verb that the document's state forbids. */
export function permit<Asked extends Verb>(
  verb: Asked,
  voucher: ElectronicVoucher,
): asserts voucher is Permitted<Asked> {
  const { state } = voucher.document
  const code = standingIn(state).refuses[verb]
  if (code !== undefined) refuseState(code, state)
}

/** The refusal of an action that the document's state does not allow. */
export const refuseState = (code: RejectionCode, state: State): never =>
  reject(code, wording[code] ?? 'This cannot be done with the document as it is.', [
    detail('id', rules[code] ?? 'state', { state }),
  ])

const rules: Partial<Record<RejectionCode, 'busy' | 'review'>> = {
  E_DOCUMENT_BUSY: 'busy',
  E_DOCUMENT_REVIEW_REQUIRED: 'review',
  E_DOCUMENT_FINALIZATION_REQUIRED: 'review',
}

const wording: Partial<Record<RejectionCode, Message>> = {
  E_DOCUMENT_BUSY: 'The document is being worked on; ask for its status a little later.',
  E_DOCUMENT_REVIEW_REQUIRED:
    'It is not known whether the provider has accepted the document; ask for its status.',
  E_DOCUMENT_NOT_PREPARED: 'The document has not been prepared.',
  E_DOCUMENT_FINALIZATION_REQUIRED:
    'The provider has accepted the document, but it cannot be completed here yet.',
  VERIFICATION_REQUIRED: 'Send the verification SMS first.',
  CONFLICT: 'The document has been sent.',
}

/** When a decision is taken, and how long an attempt may take before its outcome counts as unknown. */
export interface Timing {
  /** ISO 8601, UTC. */
  readonly now: string
  readonly deadlineMs: number
  /** How long after an SMS, or what may have been one, the next one can be sent. */
  readonly cooldownMs: number
}

export type AttemptTiming = Timing & { readonly attemptId: string }

type ElectronicDecision = (voucher: ElectronicVoucher) => readonly ExpenseVoucherEvent[]

export const onElectronic =
  (decide: ElectronicDecision): Decision =>
  (voucher) =>
    decide(electronicOnly(voucher))

/** Ends an attempt that is past its deadline, so that it no longer blocks, and then decides. */
export const afterDeadline = (timing: Timing, decide: ElectronicDecision): Decision =>
  onElectronic((voucher) => {
    const expired = expiredAttempt(voucher, timing)
    return [...expired, ...decide(expired.reduce(evolveElectronic, voucher))]
  })

/** The same for a decision that begins an attempt: the same attempt again begins nothing, even behind another. */
export const startAttempt =
  (timing: AttemptTiming, decide: ElectronicDecision): Decision =>
  (voucher) =>
    electronicOnly(voucher).begun.includes(timing.attemptId)
      ? []
      : afterDeadline(timing, decide)(voucher)

/** Ends an attempt that is past its deadline, and does nothing else. */
export const settleExpired = (timing: Timing): Decision => afterDeadline(timing, () => [])

/** The outcome of an attempt that is past its deadline counts as unknown. */
export function expiredAttempt(
  voucher: ElectronicVoucher,
  { now, deadlineMs, cooldownMs }: Timing,
): ExpenseVoucherEvent[] {
  const { attempt } = voucher
  if (attempt === null) return []
  const type = standingIn(voucher.document.state).afterDeadline
  if (type === undefined || !isPastDeadline(attempt, { now, deadlineMs })) return []
  const data = { ...attemptOf(voucher, attempt.id), ...deadlinePassed, givenUpAt: now }
  if (type !== 'SmsUnknown') return [{ type, data }]
  const retryAt = instantAfter(attempt.startedAt, cooldownMs)
  return [{ type, data: { ...data, state: stateWithoutSms(voucher), retryAt } }]
}

/** Where an SMS that is not known to have been sent leaves the document. */
export const stateWithoutSms = ({ document }: ElectronicVoucher) =>
  document.smsSentAt === null ? ('prepared' as const) : ('verification_pending' as const)

/**
 * Whether an outcome still counts. An explicit answer also counts when its attempt has passed its
 * deadline, as long as no other attempt has followed; an unknown outcome counts only while the
 * attempt runs. Only a preparation that has passed its deadline stays so: what it had locked is free
 * again, and the next one finds the same draft at the provider.
 */
export function isDue<Counting extends State>(
  { attemptId, outcome }: { attemptId: string; outcome: CallOutcome<object> },
  voucher: ElectronicVoucher,
  { running, expired }: { running: Counting; expired: readonly Counting[] },
): voucher is InState<Counting> {
  const { state } = voucher.document
  if (voucher.attempt?.id !== attemptId) return false
  if (state === running) return true
  const isExplicit = outcome.kind === 'done' || outcome.kind === 'refused'
  return isExplicit && expired.some((each) => each === state)
}

export const attemptOf = ({ content, document }: VoucherAtProvider, attemptId: string) => ({
  voucherId: content.voucherId,
  uuid: document.uuid,
  attemptId,
})
