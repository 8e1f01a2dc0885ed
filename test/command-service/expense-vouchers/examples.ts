import {
  failCompletion as failCompletionAt,
  finalize as finalizeAs,
  purchaseIn,
} from '#command/expense-vouchers/complete.ts'
import { recordSubmission, startSubmission } from '#command/expense-vouchers/confirm.ts'
import { recordDeletion, restartDeletion, startDeletion } from '#command/expense-vouchers/delete.ts'
import { settleExpired } from '#command/expense-vouchers/electronic-rules.ts'
import { recordPreparation, startPreparation } from '#command/expense-vouchers/prepare.ts'
import { type OutcomeDecision, resolveOutcome } from '#command/expense-vouchers/resolve.ts'
import { recordSms, requestSms } from '#command/expense-vouchers/send-sms.ts'
import { recordStatus, type StatusCheck } from '#command/expense-vouchers/status.ts'
import { type Decision, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { specificationOf } from '#test/support/decider-spec.ts'
import { content, SELLER } from '#test/support/voucher-samples.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

export const given = specificationOf(expenseVoucher)

export const voucher = content({
  documentMode: 'electronic',
  environment: 'test',
  seller: {
    taxNumber: SELLER,
    name: 'Ayşe Işık',
    taxOffice: null,
    address: 'Kürkçüler Sok. 5',
    district: 'Fatih',
    city: 'İstanbul',
    phone: '0532 123 45 67',
    mail: null,
    webSite: null,
    country: null,
  },
})
const { voucherId, bankTransactionId, claims } = voucher
export const UUID = '0d000000-0000-4000-8000-000000000001'
export const OTHER_UUID = '0d000000-0000-4000-8000-000000000002'
export const NUMBER = 'GPE2026000000042'
export const deadlineMs = 60_000
export const cooldownMs = 30_000

/** So many seconds after the first event. All events are within a minute, so no attempt is too old. */
export const at = (seconds: number) =>
  new Date(Date.parse('2026-11-20T10:00:00.000Z') + seconds * 1000).toISOString()
export const NOW = 55
export const timing = (seconds = NOW) => ({ now: at(seconds), deadlineMs, cooldownMs })

export const refusal = { errorCode: 'NOT_LIKE_THIS', errorMessage: 'The provider says no.' }
export const wrongCode = { errorCode: 'CODE_WRONG', errorMessage: 'The code is wrong.' }
export const silence = { errorCode: 'TIMEOUT', errorMessage: 'no answer within 15000 ms' }
export const unreadable = { errorCode: 'UNREADABLE', errorMessage: 'cannot be read' }
export const busy = { errorCode: 'RATE_LIMITED', errorMessage: 'Too many requests.' }
export const deadline = {
  errorCode: 'DEADLINE',
  errorMessage: 'No answer was recorded within the time that an attempt may take.',
}

export const numbering = {
  serial: 'GP',
  givenNumber: null,
  book: 'numberBook-of-the-serial',
  bookRevision: '6',
}
const seller = { taxNumber: SELLER, phone: '905321234567' }
const payloadHash = '5e'.repeat(32)

export const calls = { voucherId, uuid: UUID }
export const preparing = { ...calls, attemptId: 'the preparation' }
export const texting = { ...calls, attemptId: 'the SMS' }
export const submitting = { ...calls, attemptId: 'the submission' }
export const deleting = { ...calls, attemptId: 'the deletion' }
export const asked = { ...calls, attemptId: null }

const event = <Type extends ExpenseVoucherEvent['type']>(
  type: Type,
  data: Of<Type>['data'],
): { readonly type: Type; readonly data: Of<Type>['data'] } => ({ type, data })

/** What happened, in the order in which it usually does. */
export const drafted = event('VoucherDrafted', voucher)
export const preparationStarted = event('PreparationStarted', {
  ...preparing,
  payloadHash,
  seller,
  startedAt: at(0),
})
export const prepared = event('VoucherPrepared', { ...preparing, preparedAt: at(1) })
export const preparationRefused = event('PreparationRefused', {
  ...preparing,
  ...refusal,
  refusedAt: at(1),
})
export const preparationUnknown = event('PreparationUnknown', {
  ...preparing,
  ...silence,
  givenUpAt: at(1),
})
export const smsRequested = event('SmsRequested', { ...texting, requestedAt: at(10) })
export const smsSent = event('SmsSent', { ...texting, sentAt: at(11), retryAt: at(41) })
export const smsRefused = event('SmsRefused', {
  ...texting,
  ...refusal,
  state: 'prepared',
  refusedAt: at(11),
})
export const smsUnknown = event('SmsUnknown', {
  ...texting,
  ...silence,
  state: 'prepared',
  retryAt: at(41),
  givenUpAt: at(11),
})
const submissionStarted = event('SubmissionStarted', { ...submitting, startedAt: at(50) })
export const codeRefused = event('CodeRefused', {
  ...submitting,
  ...wrongCode,
  refusedAt: at(51),
})
const submissionRefused = event('SubmissionRefused', {
  ...submitting,
  ...refusal,
  refusedAt: at(51),
})
export const submissionUnknown = event('SubmissionUnknown', {
  ...submitting,
  ...silence,
  givenUpAt: at(51),
})
export const accepted = event('ProviderAccepted', {
  ...submitting,
  officialNumber: NUMBER,
  acceptedAt: at(51),
  ...numbering,
})
export const completionFailed = event('LocalCompletionFailed', {
  ...calls,
  reason: 'bankAccountInactive',
  failedAt: at(52),
})
export const finalized = event('VoucherFinalized', {
  voucherId,
  serial: 'GP',
  number: '7',
  printDate: at(52),
  stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
  purchase: purchaseIn(voucher),
  bankTransactionId,
})
export const voucherCancelled = event('VoucherCancelled', { voucherId, cancelledAt: at(NOW) })
export const deletionStarted = event('DeletionStarted', {
  ...deleting,
  state: 'prepared',
  startedAt: at(50),
})
export const deletionUnknown = event('DeletionUnknown', {
  ...deleting,
  ...silence,
  givenUpAt: at(51),
})
export const deleted = event('DraftDeleted', { voucherId, bankTransactionId, claims })
export const neverArrived = event('OutcomeResolved', {
  ...calls,
  resolvedAs: 'neverArrived',
  reason: 'The portal does not have it.',
  resolvedAt: at(53),
})

const verified = [drafted, preparationStarted, prepared, smsRequested, smsSent] as const
const dispatched = [...verified, submissionStarted] as const

/** How a voucher comes to each state. */
export const past = {
  draft: [drafted],
  preparing: [drafted, preparationStarted],
  prepared: [drafted, preparationStarted, prepared],
  sms_sending: [drafted, preparationStarted, prepared, smsRequested],
  verification_pending: verified,
  dispatching: dispatched,
  provider_accepted: [...dispatched, accepted],
  sent: [...dispatched, accepted, finalized],
  failed: [...dispatched, submissionRefused],
  review_required: [...dispatched, submissionUnknown],
  deleting: [drafted, preparationStarted, prepared, deletionStarted],
} as const satisfies Record<string, readonly ExpenseVoucherEvent[]>
export const incomplete = [...past.provider_accepted, completionFailed]

/** What can be asked of a voucher. */
export const prepare =
  (uuid = UUID, seconds = NOW, attemptId = 'another preparation', seenUuid?: string): Decision =>
  (state) => {
    const lastUuid = seenUuid ?? (state.status === 'electronic' ? state.document.uuid : null)
    const sent = { payloadHash, seller, ...timing(seconds) }
    return startPreparation({ attemptId, uuid, lastUuid, ...sent })(state)
  }
export const sms = (
  seconds = NOW,
  { attemptId = 'another SMS', ...changes }: { attemptId?: string; cooldownMs?: number } = {},
) => requestSms({ attemptId, ...timing(seconds), ...changes })
export const confirm = (seconds = NOW, attemptId = 'another submission') =>
  startSubmission({ attemptId, ...timing(seconds) })
export const remove = (seconds = NOW, attemptId = 'another deletion') =>
  startDeletion({ attemptId, ...timing(seconds) })
export const goOnRemoving = restartDeletion({ attemptId: 'another deletion', ...timing() })
export const settle = (seconds = NOW) => settleExpired(timing(seconds))

/** What then begins. */
export const preparationStartedAgain = (uuid = UUID, seconds = NOW) =>
  event('PreparationStarted', {
    voucherId,
    uuid,
    attemptId: 'another preparation',
    payloadHash,
    seller,
    startedAt: at(seconds),
  })
export const smsRequestedAgain = (seconds = NOW) =>
  event('SmsRequested', { ...calls, attemptId: 'another SMS', requestedAt: at(seconds) })
export const submissionStartedAgain = (seconds = NOW) =>
  event('SubmissionStarted', { ...calls, attemptId: 'another submission', startedAt: at(seconds) })
export const deletionStartedAgain = (
  state: Of<'DeletionStarted'>['data']['state'],
  seconds = NOW,
) =>
  event('DeletionStarted', {
    ...calls,
    attemptId: 'another deletion',
    state,
    startedAt: at(seconds),
  })

export const done = { kind: 'done', answer: {} } as const
export const refused = { kind: 'refused', ...refusal } as const
export const notTaken = { kind: 'notTaken', ...busy } as const
export const unknown = { kind: 'unknown', ...silence } as const
export const unreadableAnswer = { kind: 'unknown', ...unreadable } as const

type Outcome = Parameters<typeof recordPreparation>[0]['outcome']
type Submission = Parameters<typeof recordSubmission>[0]

/** How each call ends. */
export const preparationEnds = (outcome: Outcome, attemptId = preparing.attemptId, seconds = NOW) =>
  recordPreparation({ attemptId, outcome, ...timing(seconds) })
export const smsEnds = (outcome: Outcome, attemptId = texting.attemptId, seconds = NOW) =>
  recordSms({ attemptId, outcome, ...timing(seconds) })
export const submissionEnds = (outcome: Submission['outcome'], changes: Partial<Submission> = {}) =>
  recordSubmission({
    attemptId: submitting.attemptId,
    uuid: UUID,
    outcome,
    numbering,
    ...timing(),
    ...changes,
  })
export const deletionEnds = (outcome: Outcome, attemptId = deleting.attemptId, seconds = NOW) =>
  recordDeletion({ attemptId, outcome, ...timing(seconds) })
export const acceptance = {
  kind: 'done',
  answer: { number: NUMBER, acceptedAt: at(51) },
} as const
export const finalizeWith = (number: string) => finalizeAs({ number, printDate: at(52) })
export const finalize = finalizeWith('7')
export const failCompletion = failCompletionAt(at(52))

const notSaid = { statusDetail: null, reportStatus: null, cancelled: false } as const
export const statusOf = (found: StatusCheck['status']['found']) => ({ found, ...notSaid })
/** The provider's answer to the question for the document. */
export const saysThat = (
  found: StatusCheck['status']['found'],
  changes: Partial<StatusCheck> = {},
) =>
  recordStatus({
    uuid: UUID,
    status: statusOf(found),
    accepted: found === 'accepted' ? { number: NUMBER, acceptedAt: at(51) } : null,
    numbering,
    ...timing(),
    ...changes,
  })
export const statusChecked = (found: StatusCheck['status']['found'], said: object = {}) =>
  event('StatusChecked', { ...calls, found, ...notSaid, checkedAt: at(NOW), ...said })
export const resolveAs = (
  resolvedAs: OutcomeDecision['resolvedAs'],
  changes: Partial<OutcomeDecision> = {},
) =>
  resolveOutcome({
    uuid: UUID,
    resolvedAs,
    reason: 'RequestTries on the phone.',
    accepted: null,
    numbering,
    ...timing(),
    ...changes,
  })
