import type { ErrorCode } from '#kernel/contract/error-codes.ts'
import { millisecondsBetween } from '#kernel/domain/instant.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { ElectronicDocument } from '#kernel/responses/electronic-document.ts'
import type { ElectronicVoucher } from './electronic-voucher.ts'
import { refuseState } from './refusals.ts'

type State = ElectronicDocument['state']

/** Why an action cannot be done in a state (decisions: Electronic voucher); absent where it can. */
type Refusals = Partial<Record<State, ErrorCode | undefined>>

const whileRunning = {
  preparing: 'E_DOCUMENT_BUSY',
  sms_sending: 'E_DOCUMENT_BUSY',
  dispatching: 'E_DOCUMENT_BUSY',
  deleting: 'E_DOCUMENT_BUSY',
} as const

const onceSubmitted = {
  ...whileRunning,
  provider_accepted: 'E_DOCUMENT_BUSY',
  review_required: 'E_DOCUMENT_REVIEW_REQUIRED',
  sent: 'CONFLICT',
} as const

const refusals = {
  prepare: onceSubmitted,
  sms: { ...onceSubmitted, draft: 'E_DOCUMENT_NOT_PREPARED', failed: 'E_DOCUMENT_NOT_PREPARED' },
  confirm: {
    ...onceSubmitted,
    draft: 'VERIFICATION_REQUIRED',
    failed: 'VERIFICATION_REQUIRED',
    prepared: 'VERIFICATION_REQUIRED',
  },
  status: whileRunning,
  file: { ...whileRunning, draft: 'E_DOCUMENT_NOT_PREPARED', failed: 'E_DOCUMENT_NOT_PREPARED' },
  delete: { ...onceSubmitted, deleting: undefined },
} as const satisfies Record<string, Refusals>

export type Action = keyof typeof refusals

/** Refuses an action that the document's state forbids. */
export function permit(action: Action, { document: { state } }: ElectronicVoucher): void {
  const forbidden: Refusals = refusals[action]
  const code = forbidden[state]
  if (code !== undefined) refuseState(code, state)
}

/** `done` where the document is prepared already. */
export function permitPreparation(voucher: ElectronicVoucher): 'due' | 'done' {
  permit('prepare', voucher)
  const { state } = voucher.document
  return state === 'prepared' || state === 'verification_pending' ? 'done' : 'due'
}

/** The document's uuid; refuses when the last SMS was sent too short a while ago. */
export function permitSms(voucher: ElectronicVoucher, now: string): string {
  permit('sms', voucher)
  const { smsRetryAt, state } = voucher.document
  const waitMs = smsRetryAt === null ? 0 : millisecondsBetween(now, smsRetryAt)
  if (waitMs > 0) {
    const retryAfter = Math.ceil(waitMs / 1000)
    const message = `Another SMS can be sent in ${retryAfter} seconds.`
    return reject('E_DOCUMENT_SMS_COOLDOWN', message, [{ state, retryAfter }])
  }
  return uuidOf(voucher)
}

export function permitSubmission(voucher: ElectronicVoucher): string {
  permit('confirm', voucher)
  return uuidOf(voucher)
}

/** Of a document that has been prepared. */
export function uuidOf({ document: { uuid, state } }: ElectronicVoucher): string {
  if (uuid === null) throw new Error(`a document that is ${state} has no uuid`)
  return uuid
}
