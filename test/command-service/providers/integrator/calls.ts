import { httpIntegrator } from '#command/providers/integrator/http.ts'
import type { Call, Integrator } from '#command/providers/integrator/port.ts'
import { type Behaviour, providerForThisTest } from '../provider.ts'

export const uuid = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
export const code = '493817'

export const callOf = (otherwise: Partial<Call> = {}): Call => ({
  account: undefined,
  environment: 'test',
  requestId: '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01',
  ...otherwise,
})

const voucher = { uuid, document: '<CreditNote/>', phone: '905321234567', serial: 'ABC' }

/** Every call that is answered with an outcome, made about the same document. */
export const calls = {
  prepare: (integrator: Integrator, call = callOf()) => integrator.prepareVoucher(call, voucher),
  sms: (integrator: Integrator, call = callOf()) => integrator.sendVoucherSms(call, uuid),
  submit: (integrator: Integrator, call = callOf()) => integrator.submitVoucher(call, uuid, code),
  status: (integrator: Integrator, call = callOf()) => integrator.voucherStatus(call, uuid),
  cancel: (integrator: Integrator, call = callOf()) => integrator.cancelVoucher(call, uuid),
}

type CallName = keyof typeof calls
const callNames: readonly CallName[] = ['prepare', 'sms', 'submit', 'status', 'cancel']

const number = 'ABC2026000000001'
const acceptedAt = '2026-11-20T14:31:00+03:00'
const known = { detail: null, reportStatus: null, cancelled: false, number: null, acceptedAt: null }

/** What the integrator answers when all is well, and how it is understood. */
export const goodAnswers = {
  prepare: [{ uuid, state: 'draft' }, { state: 'draft' }],
  sms: [
    { uuid, sentAt: acceptedAt, validUntil: acceptedAt },
    { sentAt: '2026-11-20T11:31:00.000Z' },
  ],
  submit: [
    { uuid, number, acceptedAt },
    { number, acceptedAt: '2026-11-20T11:31:00.000Z' },
  ],
  status: [
    { uuid, state: 'draft', ...known },
    { state: 'draft', ...known },
  ],
  cancel: [{ uuid, state: 'cancelled' }, { state: 'cancelled' }],
} as const

/** Each call, for what is true of all of them. */
export const voucherCalls = callNames.map((name) => ({
  name: `${name} a voucher`,
  good: goodAnswers[name],
  ask: (at: { readonly url: string; readonly timeoutMs: number }, call?: Call) =>
    calls[name](httpIntegrator(at), call),
}))

/** What becomes of the call at a provider that behaves so, and what that one has received. */
export async function outcomeAt(name: CallName, behave: Behaviour, timeoutMs = 5_000) {
  const { url, received } = await providerForThisTest(behave)
  return { outcome: await calls[name](httpIntegrator({ url, timeoutMs })), received }
}
