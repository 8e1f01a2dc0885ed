import type { ServerResponse } from 'node:http'
import { failure as envelope } from '#kernel/contract/envelope.ts'
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

const messages = {
  INTERNAL_ERROR: 'An internal error occurred. Please quote the trace id.',
  RESOURCE_NOT_FOUND: 'No such endpoint.',
} as const

/** The error envelope of the API, for the few responses that come from the gateway itself. */
export const failure = (code: keyof typeof messages, traceId: string) =>
  envelope(traceId, { code, message: messages[code], details: [] })
