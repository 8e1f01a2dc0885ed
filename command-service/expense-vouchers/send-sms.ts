import type { CallOutcome } from '#command/provider-documents/attempt.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { instantAfter, millisecondsBetween } from '#kernel/domain/instant.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { callProvider } from './call.ts'
import {
  type AttemptTiming,
  attemptOf,
  failureOf,
  isDue,
  onElectronic,
  permit,
  startAttempt,
  stateWithoutSms,
  uuidOf,
} from './electronic-rules.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  type VoucherTarget,
} from './repository.ts'
import type { Decision, ElectronicVoucher } from './voucher.ts'

/** Has the provider send the code to the phone that was locked with the document. */
export const sendSms = (
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
): Promise<LoadedVoucher> =>
  callProvider(dependencies, target, {
    start: requestSms,
    call: (started, call) => dependencies.integrator.sendVoucherSms(call, uuidOf(started)),
    record: (sms, attempt) => executeElectronic(dependencies, attempt.target, recordSms(sms)),
    unreadable: 'E_DOCUMENT_RESULT_UNKNOWN',
  })

export const requestSms = (timing: AttemptTiming): Decision =>
  startAttempt(timing, (voucher) => {
    const { attemptId, now: requestedAt } = timing
    permit('sms', voucher)
    refuseDuringCooldown(voucher, requestedAt)
    return [{ type: 'SmsRequested', data: { ...attemptOf(voucher, attemptId), requestedAt } }]
  })

function refuseDuringCooldown({ document }: ElectronicVoucher, now: string): void {
  const { smsRetryAt, state } = document
  const waitMs = smsRetryAt === null ? 0 : millisecondsBetween(now, smsRetryAt)
  if (waitMs <= 0) return
  const retryAfter = Math.ceil(waitMs / 1000)
  const message = `Another SMS can be sent in ${retryAfter} seconds.`
  reject('E_DOCUMENT_SMS_COOLDOWN', message, [detail('id', 'cooldown', { state, retryAfter })])
}

type Sms = Pick<AttemptTiming, 'attemptId' | 'now' | 'cooldownMs'> & {
  readonly outcome: CallOutcome<object>
}

export const recordSms = ({ attemptId, outcome, now, cooldownMs }: Sms): Decision =>
  onElectronic((voucher) => {
    const states = {
      running: 'sms_sending',
      expired: ['prepared', 'verification_pending'],
    } as const
    if (!isDue({ attemptId, outcome }, voucher, states)) return []
    const data = attemptOf(voucher, attemptId)
    const retryAt = instantAfter(now, cooldownMs)
    const state = stateWithoutSms(voucher)
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
  })
