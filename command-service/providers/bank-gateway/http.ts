import { addressBelow, jsonCall } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
import { type ProviderError, refusalIn, unansweredReasons } from '../refusal.ts'
import { PAGE_SIZE, readPage } from './answer.ts'
import type { BankGateway, GatewayFailure, GatewayLogin, PageOrder } from './port.ts'

export interface HttpBankGateway {
  /** Of companies that have none of their own. */
  readonly url: string
  /** For each call, its answer read. */
  readonly timeoutMs: number
}

const MAX_ANSWER_BYTES = 4_194_304
const SHORTEST_SECRET = 4

export const httpBankGateway = ({ url, timeoutMs }: HttpBankGateway): BankGateway => ({
  async page(order) {
    const { login, requestId, signal } = order
    const outcome = await jsonCall({
      provider: 'bankGateway',
      operation: 'page',
      method: 'GET',
      url: addressBelow(login?.url ?? url, `/bank/transactions?${parametersOf(order)}`),
      requestId,
      account: login,
      timeoutMs,
      signal,
      maximumBytes: MAX_ANSWER_BYTES,
    })
    if (outcome.kind === 'unknown') return failed(unansweredReasons[outcome.errorCode])
    if (outcome.status < 200 || outcome.status > 299) {
      const { reason, providerError } = refusalIn(outcome)
      return failed(reason, providerError && withoutSecret(providerError, login))
    }
    return readPage(outcome.body, order) ?? failed('unreadable')
  },
})

const parametersOf = ({ accountRef, from, to, page }: PageOrder) =>
  new URLSearchParams({
    hspRef: accountRef,
    hesapIslemBslTrh: from,
    hesapIslemBtsTrh: to,
    syfNo: String(page),
    syfKytSayi: String(PAGE_SIZE),
  }).toString()

/** A bank that gives the password back is quoted without it. */
function withoutSecret(
  { code, message }: ProviderError,
  login: GatewayLogin | undefined,
): ProviderError {
  const secret = login?.secret ?? ''
  const hidden = (text: string) =>
    secret.length < SHORTEST_SECRET ? text : text.replaceAll(secret, '[secret]')
  return { code: providerText(hidden(code)), message: providerText(hidden(message)) }
}

const failed = (
  reason: GatewayFailure['reason'],
  providerError: GatewayFailure['providerError'] = null,
): GatewayFailure => ({ kind: 'failed', reason, providerError })
