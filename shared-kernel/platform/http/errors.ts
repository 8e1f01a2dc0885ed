import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '#kernel/contract/envelope.ts'
import { answerOf, type ErrorCode } from '#kernel/contract/error-codes.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { trueAnswer } from '#kernel/domain/request-changes.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import { AppendTooLarge } from '../event-store/errors.ts'
import { spoken } from './error-language.ts'

interface Refusal {
  readonly code: ErrorCode
  readonly status: number
  readonly message: Message
  readonly details: readonly Detail[]
}

const CHALLENGE = 'Basic realm="Sarraf", charset="UTF-8"'

/** The only place that turns a thrown error into a response. Internal texts are never sent. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isDamaged = error instanceof DamagedStream
  const refusal = explain(isDamaged ? error : trueAnswer(error, request.changes))
  if (isDamaged || explain(error).status === 500)
    request.log.error({ err: error }, 'request failed')
  if (unavailabilityOf(error) !== undefined) {
    const mayStand = refusal.details[0]?.existingId
    request.log.warn({ err: error, mayStand }, 'request refused temporarily')
  }
  readBodyToItsEnd(request, reply)
  const [{ retryAfter, rule } = {}] = refusal.details
  // The header promises that nothing was changed.
  const isForNow = [409, 429, 503].includes(refusal.status) && rule !== 'unknown'
  if (isForNow && retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // Many HTTP clients send their credentials only after this challenge.
  if (refusal.status === 401) reply.header('www-authenticate', CHALLENGE)
  return send(request, reply, refusal)
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  readBodyToItsEnd(request, reply)
  return send(request, reply, {
    code: 'RESOURCE_NOT_FOUND',
    status: 404,
    message: 'No such endpoint.',
    details: [],
  })
}

/** A path that cannot be decoded is an unknown endpoint. */
export function answerUnreadableRequest(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('x-request-id', request.id)
  void answerNotFound(request, reply)
}

/**
 * A client that is still sending a refused body would lose the response if the connection were cut.
 * The rest of the body is discarded, and the request time-out limits it.
 */
function readBodyToItsEnd(request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.complete) return
  reply.removeHeader('connection')
  request.raw.resume()
}

const send = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
  const { code, status, details } = refusal
  const { message, headers } = spoken(refusal.message, request.headers)
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(failure(request.id, { code, message, details }))
}

function explain(error: unknown): Refusal {
  if (error instanceof Rejection) {
    return { ...answerOf(error.code), message: error.said, details: error.details }
  }
  if (error instanceof DamagedStream) {
    const message =
      'The stored history of this record is damaged. An administrator must look at it.'
    return { ...answerOf('UNAVAILABLE'), message, details: [detail('id', 'damaged')] }
  }
  const unavailable = error instanceof AppendTooLarge ? undefined : unavailabilityOf(error)
  if (unavailable !== undefined) {
    const message = 'The service cannot do this now, and has changed nothing. Try again later.'
    const details = [
      detail('request', 'unavailable', { retryAfter: unavailable.retryAfterSeconds }),
    ]
    return { ...answerOf('UNAVAILABLE'), message, details }
  }
  const fault = bodyFaultOf(error)
  if (fault !== undefined) {
    const message = 'The request body is invalid.'
    return { code: 'VALIDATION_FAILED', status: 400, message, details: [fault] }
  }
  const message = 'An internal error occurred. Please quote the trace id.'
  return { code: 'INTERNAL_ERROR', status: 500, message, details: [] }
}

/** A fault that the server found before the body was parsed. The contract has no 413 or 415. */
function bodyFaultOf(error: unknown): Detail | undefined {
  if (error instanceof AppendTooLarge) return detail('data', 'maxLength')
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined
  if (typeof error.statusCode !== 'number' || error.statusCode >= 500) return undefined
  const rule = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'maxLength' : 'json'
  return detail('data', rule)
}
