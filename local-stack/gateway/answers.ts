import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from '#kernel/platform/http/security-headers.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The caller's own id when it is a UUID, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}

export function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
  })
  response.end(JSON.stringify(body))
}

const messages = {
  INTERNAL_ERROR: 'An internal error occurred. Please quote the trace id.',
  RESOURCE_NOT_FOUND: 'No such endpoint.',
  VALIDATION_FAILED: 'The request is not readable HTTP.',
} as const

/** The error envelope of the API, for the few responses that come from the gateway itself. */
export const failure = (code: keyof typeof messages, traceId: string) => ({
  success: false,
  error: { code, message: messages[code], details: [] },
  traceId,
})
