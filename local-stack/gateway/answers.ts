import type { ServerResponse } from 'node:http'
import { failure as envelope } from '#kernel/contract/envelope.ts'
import { detail } from '#kernel/domain/detail.ts'
import { unknownOutcome } from '#kernel/domain/request-changes.ts'
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

/** The error envelope of the API, for the few responses that come from the gateway itself. */
export const notFound = (traceId: string) =>
  envelope(traceId, { code: 'RESOURCE_NOT_FOUND', message: 'No such endpoint.', details: [] })

export const RETRY_AFTER_SECONDS = 2

export const UNREACHABLE =
  'The service cannot be reached, and nothing was changed. Try again later.'
export const STARTING = 'The system is starting, and nothing was changed. Try again later.'

/** No service has begun with the request, or it only reads: 503, with the header `Retry-After`. */
export function sendUnavailable(response: ServerResponse, traceId: string, message: string) {
  response.setHeader('retry-after', RETRY_AFTER_SECONDS)
  sendJson(response, 503, unavailable(traceId, message))
}

export function unavailable(traceId: string, message = UNREACHABLE) {
  const details = [detail('request', 'unavailable', { retryAfter: RETRY_AFTER_SECONDS })]
  return envelope(traceId, { code: 'INTERNAL_ERROR', message, details })
}

/** A service was given a write, and its answer is lost: nobody here knows a record to name. */
export function sendUnknown(response: ServerResponse, traceId: string) {
  sendJson(response, 503, unknown(traceId))
}

export function unknown(traceId: string) {
  const { message, details } = unknownOutcome('data', {})
  return envelope(traceId, { code: 'INTERNAL_ERROR', message, details })
}
