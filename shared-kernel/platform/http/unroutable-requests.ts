import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '#kernel/contract/envelope.ts'
import { answerOf, type ErrorCode } from '#kernel/contract/error-codes.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { spoken } from './error-language.ts'
import { requestIdOf } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

interface Refusal {
  readonly code: ErrorCode
  readonly message: Message
  readonly details: readonly Detail[]
}

const noRoute: Refusal = { code: 'RESOURCE_NOT_FOUND', message: 'No such endpoint.', details: [] }

const invalid = (message: Message, ...details: readonly Detail[]): Refusal => ({
  code: 'VALIDATION_FAILED',
  message,
  details,
})

export const withoutHost = invalid('The Host header is missing.', detail('Host', 'required'))

/** For servers that check it themselves (`requireHostHeader: false`), because Node answers without a body. */
export const lacksHost = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion === '1.1' && headers.host === undefined

/** Puts requests that Node would answer by itself, without a body, into the error envelope. */
export function answerUnroutable(server: Server) {
  const latest = new WeakMap<Socket, ServerResponse>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = invalid('The expectation cannot be met.', detail('Expect', 'enum'))
    const { status, headers, body } = answerTo(refusal, request.headers)
    response.writeHead(status, headers).end(body)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    endWith(socket, noRoute, request.headers)
  })
  // In place of the one that Fastify adds.
  server.removeAllListeners('clientError')
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const response = latest.get(socket)
    const isAnswering = response?.headersSent === true && !response.writableFinished
    if (!socket.writable || isAnswering) return socket.destroy()
    return endWith(socket, refusalOf(error), response?.req.headers ?? {})
  })
}

interface ParserError extends Error {
  readonly code?: string
  readonly rawPacket?: Buffer
}

function refusalOf({ code, rawPacket }: ParserError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return invalid('The path or the headers are too long.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid('The request did not arrive in time.')
    case 'HPE_INVALID_METHOD':
      return isRequestLine(rawPacket) ? noRoute : invalid('The request is not readable HTTP.')
    case 'HPE_INVALID_URL':
      return notEscaped(rawPacket)
    default:
      return invalid('The request is not readable HTTP.')
  }
}

/** Bytes that a path or a query holds in escapes only. */
const notEscaped = (bytes: Buffer | undefined): Refusal =>
  /^\S+ [^\s?]*\?/.test(bytes?.toString('latin1') ?? '')
    ? invalid('The query holds what must be escaped.', detail('query', 'pattern'))
    : invalid('The path holds what must be escaped.')

/** A method that HTTP allows but Node does not know. */
const isRequestLine = (bytes: Buffer | undefined) =>
  /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/.test(bytes?.toString('latin1') ?? '')

function answerTo({ code, message: said, details }: Refusal, asked: IncomingHttpHeaders) {
  const requestId = requestIdOf(asked)
  const { message, headers: language } = spoken(said, asked)
  const body = JSON.stringify(failure(requestId, { code, message, details }))
  const headers = {
    ...securityHeaders,
    ...language,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { status: answerOf(code).status, headers, body }
}

function endWith(socket: Socket, refusal: Refusal, asked: IncomingHttpHeaders) {
  const { status, headers, body } = answerTo(refusal, asked)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
