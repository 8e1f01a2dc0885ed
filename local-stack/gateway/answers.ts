import type { IncomingMessage, ServerResponse } from 'node:http'
import { failure as envelope } from '#kernel/contract/envelope.ts'
import type { ErrorCode } from '#kernel/contract/error-codes.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { unknownOutcome } from '#kernel/domain/request-changes.ts'
import { spoken } from '#kernel/platform/http/error-language.ts'
import { securityHeaders } from '#kernel/platform/http/security-headers.ts'

export function sendJson(response: ServerResponse, status: number, body: object) {
  const json = JSON.stringify(body)
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
  })
  response.end(json)
}

/** A request that the gateway itself answers. */
export interface Refused {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

export interface Failure {
  readonly code: ErrorCode
  readonly message: Message
  readonly details: readonly Detail[]
}

/** The error envelope of the API, for the few responses that come from the gateway itself. */
export function sendFailure(
  { request, response, requestId }: Refused,
  status: number,
  of: Failure,
) {
  const { message, headers } = spoken(of.message, request.headers)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('x-request-id', requestId)
  sendJson(response, status, envelope(requestId, { ...of, message }))
}

export const notFound: Failure = {
  code: 'RESOURCE_NOT_FOUND',
  message: 'No such endpoint.',
  details: [],
}

export const RETRY_AFTER_SECONDS = 2

export const UNREACHABLE: Message =
  'The service cannot be reached, and nothing was changed. Try again later.'
export const STARTING: Message = 'The system is starting, and nothing was changed. Try again later.'

/** No service has begun with the request, or it only reads: 503, with the header `Retry-After`. */
export function sendUnavailable(refused: Refused, message: Message) {
  refused.response.setHeader('retry-after', RETRY_AFTER_SECONDS)
  sendFailure(refused, 503, unavailable(message))
}

export function unavailable(message = UNREACHABLE): Failure {
  const details = [detail('request', 'unavailable', { retryAfter: RETRY_AFTER_SECONDS })]
  return { code: 'INTERNAL_ERROR', message, details }
}

/** A service was given a write, and its answer is lost: nobody here knows a record to name. */
export function sendUnknown(refused: Refused) {
  sendFailure(refused, 503, unknown())
}

export function unknown(): Failure {
  const { said: message, details } = unknownOutcome('data', {})
  return { code: 'INTERNAL_ERROR', message, details }
}
