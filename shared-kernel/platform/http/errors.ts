import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Detail, failure } from '#kernel/contract/envelope.ts'
import { answerOf, type ErrorCode } from '#kernel/contract/error-codes.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'

interface Refusal {
  readonly code: ErrorCode
  readonly status: number
  readonly message: string
  readonly details: readonly Detail[]
}

const CHALLENGE = 'Basic realm="Sarraf", charset="UTF-8"'

/** The only place that turns something thrown into an answer. Internal text never leaves. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = explain(error)
  if (refusal.status === 500) request.log.error({ err: error }, 'request failed')
  if (error instanceof Unavailable) request.log.warn({ err: error }, 'request refused for now')
  readBodyToItsEnd(request, reply)
  const retryAfter = refusal.details[0]?.retryAfter
  const isForNow = refusal.status === 429 || refusal.status === 503
  if (isForNow && retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // Many HTTP clients send their credentials only when they are asked so.
  if (refusal.status === 401) reply.header('www-authenticate', CHALLENGE)
  return send(request, reply, refusal)
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, {
    code: 'RESOURCE_NOT_FOUND',
    status: 404,
    message: 'There is no such endpoint.',
    details: [],
  })

/** An address that cannot be decoded names no endpoint. */
export function answerUnreadableRequest(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('x-request-id', request.id)
  void answerNotFound(request, reply)
}

/**
 * Who is still sending a body that is refused would lose the answer if the connection were cut. What
 * comes is not kept, and the time for a request bounds it.
 */
function readBodyToItsEnd(request: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection')
  request.raw.resume()
}

const send = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
  const { code, status, message, details } = refusal
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(failure(request.id, { code, message, details }))
}

function explain(error: unknown): Refusal {
  if (error instanceof Rejection) {
    return { ...answerOf(error.code), message: error.message, details: error.details }
  }
  if (error instanceof Unavailable) {
    const message = 'The service is too busy; send the request again.'
    const details = [{ retryAfter: error.retryAfterSeconds, retryable: true }]
    return { ...answerOf('UNAVAILABLE'), message, details }
  }
  const fault = bodyFaultOf(error)
  if (fault !== undefined) {
    const message = 'The body is not as the contract asks.'
    return { code: 'VALIDATION_FAILED', status: 400, message, details: [fault] }
  }
  const message = 'Something went wrong on our side; quote the trace id.'
  return { code: 'INTERNAL_ERROR', status: 500, message, details: [] }
}

/** What the server found wrong with a body before anybody looked into it; the contract knows no 413 or 415. */
function bodyFaultOf(error: unknown): Detail | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined
  if (typeof error.statusCode !== 'number' || error.statusCode >= 500) return undefined
  const rule = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'maxLength' : 'json'
  return { field: 'data', rule }
}
