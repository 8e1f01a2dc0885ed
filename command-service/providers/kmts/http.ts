import { addressBelow, jsonCall } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
import { type ProviderError, refusalIn, unansweredReasons } from '../refusal.ts'
import { readAnswer } from './answer.ts'
import type { KmtsRegister, NoRegisterAnswer } from './port.ts'

export interface HttpKmtsRegister {
  /** Of companies that have none of their own. */
  readonly url: string
  /** For the whole call, its answer read. */
  readonly timeoutMs: number
}

const MAX_ANSWER_BYTES = 65_536

export const httpKmtsRegister = ({ url, timeoutMs }: HttpKmtsRegister): KmtsRegister => ({
  async query({ scannedCode, account, requestId, signal }) {
    const outcome = await jsonCall({
      provider: 'kmts',
      operation: 'query',
      method: 'POST',
      url: addressBelow(account?.url ?? url, '/kmts/queries'),
      requestId,
      account,
      body: { scannedCode },
      timeoutMs,
      signal,
      maximumBytes: MAX_ANSWER_BYTES,
    })
    if (outcome.kind === 'unknown') return failed(unansweredReasons[outcome.errorCode])
    if (outcome.status < 200 || outcome.status > 299) {
      const { reason, providerError } = refusalIn(outcome)
      return failed(reason, providerError)
    }
    return readAnswer(outcome.body, scannedCode) ?? failed('unreadable')
  },
})

const failed = (
  reason: NoRegisterAnswer['reason'],
  providerError: ProviderError | null = null,
): NoRegisterAnswer => ({
  kind: 'failed',
  reason,
  providerCode: providerError === null ? null : providerText(providerError.code),
  providerMessage: providerError === null ? null : providerText(providerError.message),
})
