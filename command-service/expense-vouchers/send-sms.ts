import { type CallOutcome, failureOf } from '#command/provider-documents/attempt.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { instantAfter, millisecondsBetween } from '#kernel/domain/instant.ts'
import { filled, type Sentence } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { callProvider } from './call.ts'
import {
  type AttemptTiming,
  attemptOf,
  isDue,
  onElectronic,
  type Permitted,
  permit,
  startAttempt,
  stateWithoutSms,
} from './electronic-rules.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  loadElectronic,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import { type CountedSms, phoneOf, type SmsLimits } from './sms-limits.ts'
import type { Decision } from './voucher.ts'

/**
 * Has the provider send the code to the phone that was locked with the document. It is counted for the phone before
 * it is recorded, and no longer as soon as it is known that nothing was sent.
 */
export async function sendSms(
  dependencies: SmsDependencies,
  target: VoucherTarget,
): Promise<LoadedVoucher> {
  const { voucher } = await loadElectronic(dependencies, target)
  permitSms(voucher, timingNow(dependencies).now)
  const counted = await countSms(dependencies, target, voucher)
  let mayBeSent = false
  try {
    return await callProvider(dependencies, target, {
      start: requestSms,
      call: async ({ document: { uuid } }, call) => {
        mayBeSent = true
        const outcome = await dependencies.integrator.sendVoucherSms(call, uuid)
        mayBeSent = outcome.kind === 'done' || outcome.kind === 'unknown'
        return outcome
      },
      record: (sms, attempt) => executeElectronic(dependencies, attempt.target, recordSms(sms)),
      unreadable: 'E_DOCUMENT_RESULT_UNKNOWN',
    })
  } finally {
    if (!mayBeSent) await counted.giveBack()
  }
}

export type SmsDependencies = ElectronicDependencies & { readonly smsLimits: SmsLimits }

async function countSms(
  { smsLimits }: SmsDependencies,
  { origin: { companyId } }: VoucherTarget,
  voucher: ElectronicVoucher,
): Promise<CountedSms> {
  const counted = await smsLimits.take({ companyId, phone: phoneOf(voucher.content) })
  if (counted.retryAfter === undefined) return counted
  const { retryAfter } = counted
  return refuseUntil(
    'This phone has got as many SMS as one phone may; the next one in {seconds} seconds.',
    voucher,
    retryAfter,
  )
}

function permitSms(voucher: ElectronicVoucher, now: string): asserts voucher is Permitted<'sms'> {
  permit('sms', voucher)
  refuseDuringCooldown(voucher, now)
}

export const requestSms = (timing: AttemptTiming): Decision =>
  startAttempt(timing, (voucher) => {
    const { attemptId, now: requestedAt } = timing
    permitSms(voucher, requestedAt)
    return [{ type: 'SmsRequested', data: { ...attemptOf(voucher, attemptId), requestedAt } }]
  })

function refuseDuringCooldown(voucher: ElectronicVoucher, now: string): void {
  const { smsRetryAt } = voucher.document
  const waitMs = smsRetryAt === null ? 0 : millisecondsBetween(now, smsRetryAt)
  if (waitMs <= 0) return
  const retryAfter = Math.ceil(waitMs / 1000)
  refuseUntil('Another SMS can be sent in {seconds} seconds.', voucher, retryAfter)
}

const refuseUntil = (
  sentence: Extract<Sentence, `${string}{seconds}${string}`>,
  { document: { state } }: ElectronicVoucher,
  retryAfter: number,
): never =>
  reject('E_DOCUMENT_SMS_COOLDOWN', filled(sentence, { seconds: retryAfter }), [
    detail('id', 'cooldown', { state, retryAfter }),
  ])

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
