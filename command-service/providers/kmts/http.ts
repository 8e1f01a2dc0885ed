import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressBelow, type JsonAnswer, jsonCall } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
import { readAnswer } from './answer.ts'
import type { KmtsRegister, NoRegisterAnswer } from './port.ts'

export interface HttpKmtsRegister {
  /** Of companies that have none of their own. */
  readonly url: string
  /** For the whole call, its answer read. */
  readonly timeoutMs: number
}

const MAX_ANSWER_BYTES = 65_536

const refusal = Compile(Type.Object({ code: Type.String(), message: Type.String() }))

export const httpKmtsRegister = ({ url, timeoutMs }: HttpKmtsRegister): KmtsRegister => ({
  async query({ scannedCode, account, requestId, signal }) {
    const outcome = await jsonCall({
      method: 'POST',
      url: addressBelow(account?.url ?? url, '/kmts/queries'),
      requestId,
      account,
      body: { scannedCode },
      timeoutMs,
      signal,
      maximumBytes: MAX_ANSWER_BYTES,
    })
    if (outcome.kind === 'unknown') return failed(reasons[outcome.errorCode])
    if (outcome.status < 200 || outcome.status > 299) return refused(outcome)
    return readAnswer(outcome.body, scannedCode) ?? failed('unreadable')
  },
})

const reasons = { TIMEOUT: 'timeout', CONNECTION: 'unavailable', ABORTED: 'interrupted' } as const

/** What is neither an answer nor an error in the form agreed says nothing that can be understood. */
function refused({ status, body }: JsonAnswer): NoRegisterAnswer {
  const providerError = refusal.Check(body) ? body : null
  if (status === 429) return failed('rateLimited', providerError)
  if (status >= 500) return failed('unavailable', providerError)
  if (status === 401 || status === 403) return failed('refused', providerError)
  return status >= 400 && providerError !== null
    ? failed('refused', providerError)
    : failed('unreadable')
}

const failed = (
  reason: NoRegisterAnswer['reason'],
  providerError: { readonly code: string; readonly message: string } | null = null,
): NoRegisterAnswer => ({
  kind: 'failed',
  reason,
  providerCode: providerError === null ? null : providerText(providerError.code),
  providerMessage: providerError === null ? null : providerText(providerError.message),
})
