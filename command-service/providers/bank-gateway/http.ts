import type { Logger } from '#kernel/platform/process/logger.ts'
import { addressBelow, type HttpAnswer, httpCall, jsonIn } from '../http-call.ts'
import { providerText } from '../provider-text.ts'
import { type ProviderError, refusalIn, unansweredReasons } from '../refusal.ts'
import { PAGE_SIZE, readPage } from './answer.ts'
import type { BankGateway, GatewayFailure, GatewayLogin, PageOrder } from './port.ts'

export interface HttpBankGateway {
  /** Of companies that have none of their own. */
  readonly url: string
  /** For each call, its answer read. */
  readonly timeoutMs: number
  readonly logger: Logger
}

/** A bank may put all that it has into one page, whatever it was asked for. */
const MAX_ANSWER_BYTES = 16_777_216
const SHORTEST_SECRET = 4

export const httpBankGateway = ({ url, timeoutMs, logger }: HttpBankGateway): BankGateway => ({
  async page(order) {
    const { login, requestId, signal } = order
    const outcome = await httpCall({
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
    if (outcome.status < 200 || outcome.status > 299) return refusal(outcome, login)
    const page = outcome.content === null ? TOO_LONG : readPage(outcome.content, order)
    if (page.kind === 'answered') return page
    logger.warn(
      { requestId, page: order.page, member: page.member },
      'a bank’s page was unreadable',
    )
    return failed('unreadable')
  },
})

const TOO_LONG = { kind: 'unreadable', member: 'length' } as const

function refusal({ kind, status, content }: HttpAnswer, login: GatewayLogin | undefined) {
  const { reason, providerError } = refusalIn({ kind, status, body: jsonIn(content) })
  return failed(reason, providerError && withoutSecret(providerError, login))
}

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
