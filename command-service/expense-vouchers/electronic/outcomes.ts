import { assertNever } from '#kernel/domain/assert-never.ts'
import { instantAfter } from '#kernel/domain/instant.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type {
  CallOutcome,
  FailCompletion,
  Failure,
  RecordPreparation,
  RecordSms,
  RecordSubmission,
} from './commands.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { smsState } from './expired-attempt.ts'
import { uuidOf } from './permissions.ts'

// An explicit answer counts also when its attempt has been given up meanwhile, as long as no other
// attempt has followed; that nobody knows counts only while the attempt runs. Each counts once. Only a
// preparation that was given up stays so: what it had locked is free again, and the next one finds
// the same draft at the provider.

type State = ElectronicVoucher['document']['state']

export function recordPreparation(
  { attemptId, outcome, now }: RecordPreparation,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  if (!isDue({ attemptId, outcome }, voucher, { running: 'preparing', givenUp: [] })) {
    return []
  }
  const data = attemptOf(voucher, attemptId)
  switch (outcome.kind) {
    case 'done':
      return [{ type: 'VoucherPrepared', data: { ...data, preparedAt: now } }]
    case 'refused':
      return [
        { type: 'PreparationRefused', data: { ...data, ...failureOf(outcome), refusedAt: now } },
      ]
    // The provider has not looked at the document: it stays as it is, for the next try.
    case 'notTaken':
    case 'unknown':
      return [
        { type: 'PreparationUnknown', data: { ...data, ...failureOf(outcome), givenUpAt: now } },
      ]
    default:
      return assertNever(outcome)
  }
}

export function recordSms(
  { attemptId, outcome, now, cooldownMs }: RecordSms,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const states = {
    running: 'sms_sending',
    givenUp: ['prepared', 'verification_pending'],
  } as const
  if (!isDue({ attemptId, outcome }, voucher, states)) return []
  const data = attemptOf(voucher, attemptId)
  const retryAt = instantAfter(now, cooldownMs)
  const state = smsState(voucher)
  switch (outcome.kind) {
    case 'done':
      return [{ type: 'SmsSent', data: { ...data, sentAt: now, retryAt } }]
    case 'refused':
    case 'notTaken': {
      const refused = { ...data, ...failureOf(outcome), state, refusedAt: now }
      return [{ type: 'SmsRefused', data: refused }]
    }
    case 'unknown': {
      const unknown = { ...data, ...failureOf(outcome), state, retryAt, givenUpAt: now }
      return [{ type: 'SmsUnknown', data: unknown }]
    }
    default:
      return assertNever(outcome)
  }
}

export function recordSubmission(
  command: RecordSubmission,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const { attemptId, outcome, now, isCodeProblem } = command
  if (outcome.kind === 'done') return accepted(command, voucher, outcome.answer)
  if (voucher.acceptance !== null) return contradicting(command, voucher)
  const states = { running: 'dispatching', givenUp: ['review_required'] } as const
  if (!isDue({ attemptId, outcome }, voucher, states)) return []
  const data = { ...attemptOf(voucher, attemptId), ...failureOf(outcome) }
  if (outcome.kind === 'unknown') {
    return [{ type: 'SubmissionUnknown', data: { ...data, givenUpAt: now } }]
  }
  const refused = { ...data, refusedAt: now }
  const maySubmitAgain = outcome.kind === 'notTaken' || isCodeProblem
  return [{ type: maySubmitAgain ? 'CodeRefused' : 'SubmissionRefused', data: refused }]
}

/** Whatever was thought of it meanwhile: what the provider has accepted is official. */
function accepted(
  { uuid, attemptId, now, numbering }: RecordSubmission,
  voucher: ElectronicVoucher,
  { number: officialNumber, acceptedAt }: { number: string; acceptedAt: string },
): ExpenseVoucherEvent[] {
  const { acceptance, content, lateAttemptId } = voucher
  if (acceptance?.uuid === uuid && acceptance.officialNumber === officialNumber) return []
  const data = { voucherId: content.voucherId, uuid, attemptId, officialNumber }
  if (canBeAccepted(voucher, uuid)) {
    return [{ type: 'ProviderAccepted', data: { ...data, acceptedAt, ...numbering } }]
  }
  if (lateAttemptId === attemptId) return []
  return [{ type: 'LateAnswerReceived', data: { ...data, outcome: 'accepted', receivedAt: now } }]
}

/** A refusal of what counts as accepted: a person decided so, or the provider says this and that. */
function contradicting(
  { uuid, attemptId, outcome, now: receivedAt }: RecordSubmission,
  { attempt, acceptance, content, lateAttemptId }: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  const isAbout = attempt?.id === attemptId && acceptance?.uuid === uuid
  if (outcome.kind !== 'refused' || !isAbout || lateAttemptId === attemptId) return []
  const data = { voucherId: content.voucherId, uuid, attemptId, officialNumber: null }
  return [{ type: 'LateAnswerReceived', data: { ...data, outcome: 'refused', receivedAt } }]
}

const acceptable: ReadonlySet<State> = new Set([
  'prepared',
  'verification_pending',
  'dispatching',
  'review_required',
  'failed',
])

export const canBeAccepted = ({ document, acceptance }: ElectronicVoucher, uuid: string) =>
  acceptance === null && document.uuid === uuid && acceptable.has(document.state)

export function failCompletion(
  { now }: FailCompletion,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  if (voucher.document.state !== 'provider_accepted') return []
  const { voucherId } = voucher.content
  const data = { voucherId, uuid: uuidOf(voucher), failedAt: now }
  return [{ type: 'LocalCompletionFailed', data: { ...data, reason: 'bankAccountInactive' } }]
}

function isDue(
  { attemptId, outcome }: { attemptId: string; outcome: CallOutcome<object> },
  { attempt, document: { state } }: ElectronicVoucher,
  { running, givenUp }: { running: State; givenUp: readonly State[] },
): boolean {
  if (attempt?.id !== attemptId) return false
  if (state === running) return true
  const isExplicit = outcome.kind === 'done' || outcome.kind === 'refused'
  return isExplicit && givenUp.includes(state)
}

export const attemptOf = (voucher: ElectronicVoucher, attemptId: string) => ({
  voucherId: voucher.content.voucherId,
  uuid: uuidOf(voucher),
  attemptId,
})

export const failureOf = ({ errorCode, errorMessage }: Failure): Failure => ({
  errorCode,
  errorMessage,
})
