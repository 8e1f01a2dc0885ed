import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressBelow, type JsonAnswer, jsonCall } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
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

const refusal = Compile(Type.Object({ code: Type.String(), message: Type.String() }))

export const httpBankGateway = ({ url, timeoutMs }: HttpBankGateway): BankGateway => ({
  async page(order) {
    const { login, requestId, signal } = order
    const outcome = await jsonCall({
      method: 'GET',
      url: addressBelow(login?.url ?? url, `/bank/transactions?${parametersOf(order)}`),
      requestId,
      account: login,
      timeoutMs,
      signal,
      maximumBytes: MAX_ANSWER_BYTES,
    })
    if (outcome.kind === 'unknown') return failed(reasons[outcome.errorCode])
    if (outcome.status < 200 || outcome.status > 299) return refused(outcome, login)
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

const reasons = { TIMEOUT: 'timeout', CONNECTION: 'unavailable', ABORTED: 'interrupted' } as const

/** What is neither an answer nor an error in the form agreed says nothing that can be understood. */
function refused({ status, body }: JsonAnswer, login: GatewayLogin | undefined): GatewayFailure {
  const providerError = refusal.Check(body) ? withoutSecret(body, login) : null
  if (status === 429) return failed('rateLimited', providerError)
  if (status >= 500) return failed('unavailable', providerError)
  if (status === 401 || status === 403) return failed('refused', providerError)
  return status >= 400 && providerError !== null
    ? failed('refused', providerError)
    : failed('unreadable')
}

interface ProviderError {
  readonly code: string
  readonly message: string
}

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
