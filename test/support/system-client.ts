import { Agent, type OutgoingHttpHeaders, request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '#kernel/contract/fields.ts'
import { breaches } from './system-contract.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Of an answer of success. */
  readonly data: unknown
  /** What came without an envelope. */
  readonly file: Buffer | undefined
  readonly meta: Meta | undefined
  readonly error: ApiError | undefined
  /** From the body: `meta.requestId` or `traceId`. */
  readonly requestId: string | undefined
}

type Headers = OutgoingHttpHeaders

export interface RawRequest {
  readonly method: string
  /** Sent as it stands here. */
  readonly path: string
  readonly headers?: Headers
  readonly body?: string | Buffer
}

/** One caller of the API. Whatever it is answered is held against the contract. */
export interface Api {
  readonly get: (path: string, headers?: Headers) => Promise<Answer>
  /** What is given becomes the body's `data`. */
  readonly post: (path: string, data: unknown, headers?: Headers) => Promise<Answer>
  readonly delete: (path: string, headers?: Headers) => Promise<Answer>
  /** With the caller's credentials, unless the headers bring others. */
  readonly send: (request: RawRequest) => Promise<Answer>
}

export interface Credentials {
  readonly apiUserId: string
  readonly secretKey: string
}

export class BreachOfContract extends Error {
  override readonly name = 'BreachOfContract'
}

const ANSWER_WITHIN_MS = 60_000

/** Without credentials, requests are anonymous. */
export function apiAt(
  baseUrl: string,
  credentials?: Credentials,
  { mayFail }: { readonly mayFail: boolean } = { mayFail: false },
): Api {
  const { hostname, port } = new URL(baseUrl)
  const place = { hostname, port, agent: new Agent({ keepAlive: true }) }
  const send: Api['send'] = async (request) => {
    const sent = { ...request, headers: headersOf(request, credentials) }
    return answerFrom(sent, await exchange(place, sent), mayFail)
  }
  return {
    send,
    get: (path, headers = {}) => send({ method: 'GET', path, headers }),
    delete: (path, headers = {}) => send({ method: 'DELETE', path, headers }),
    post: (path, data, headers = {}) =>
      send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ data }),
      }),
  }
}

export const basic = ({ apiUserId, secretKey }: Credentials) =>
  `Basic ${Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')}`

function headersOf({ headers = {}, body }: RawRequest, credentials: Credentials | undefined) {
  return {
    ...(credentials === undefined ? {} : { authorization: basic(credentials) }),
    ...(body === undefined || 'transfer-encoding' in headers
      ? {}
      : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
}

interface Place {
  readonly hostname: string
  readonly port: string
  readonly agent: Agent
}

export interface Received {
  readonly status: number
  readonly headers: Answer['headers']
  readonly body: Buffer
}

function exchange(place: Place, { method, path, headers = {}, body }: RawRequest) {
  const answered = Promise.withResolvers<Received>()
  const outgoing = openRequest({ ...place, method, path, headers, timeout: ANSWER_WITHIN_MS })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path}: no answer`)))
  outgoing.on('error', answered.reject)
  outgoing.on('response', (incoming) => {
    const { statusCode: status = 0, headers: received } = incoming
    buffer(incoming).then(
      (content) => answered.resolve({ status, headers: received, body: content }),
      answered.reject,
    )
  })
  outgoing.end(body)
  return answered.promise
}

const Meta = Type.Object({
  requestId: Type.String(),
  timestamp: Type.String(),
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
  total: Type.Optional(Type.Integer()),
  pages: Type.Optional(Type.Integer()),
})
export type Meta = Static<typeof Meta>

const name = Type.Optional(nullable(Type.String()))
const text = Type.Optional(Type.String())

const ApiError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  details: Type.Array(
    Type.Object({
      field: Type.String(),
      rule: Type.String(),
      existingId: name,
      uuid: name,
      invoiceNumber: name,
      state: text,
      attemptId: text,
      verificationId: text,
      retryAfter: Type.Optional(Type.Integer()),
      retryable: Type.Optional(Type.Boolean()),
      errorCode: text,
    }),
  ),
})
type ApiError = Static<typeof ApiError>

const Envelope = Compile(
  Type.Object({
    data: Type.Optional(Type.Unknown()),
    meta: Type.Optional(Meta),
    error: Type.Optional(ApiError),
    traceId: Type.Optional(Type.String()),
  }),
)

/** Held against the contract. Where parts are being killed it `mayFail`. */
export function answerFrom(
  { method, path }: RawRequest,
  { status, headers, body }: Received,
  mayFail: boolean,
): Answer {
  const nothing = { data: undefined, meta: undefined, error: undefined, file: undefined }
  const id = headers['x-request-id']
  const requestId = typeof id === 'string' ? id : undefined
  if (method === 'HEAD') return { status, headers, ...nothing, requestId: undefined }
  const parsed = parsedJson(body.toString())
  const wrong = breaches({ method, path, status, requestId, body: parsed }, mayFail)
  const isFile = headers['content-type']?.toString().startsWith('application/json') !== true
  if (isFile && wrong.length === 0) return { status, headers, ...nothing, file: body, requestId }
  if (wrong.length > 0 || !Envelope.Check(parsed)) {
    throw new BreachOfContract(
      `${method} ${path.slice(0, 200)}: ${wrong.join('; ')}\n${body.toString()}`,
    )
  }
  const { data, meta, error, traceId } = parsed
  const told = traceId ?? meta?.requestId
  return { status, headers, data, meta, error, file: undefined, requestId: told }
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The data of an answer, as the contract's schema types it. */
export function dataOf<Schema extends TSchema>(schema: Schema, { status, data, error }: Answer) {
  if (status >= 300) throw new Error(`refused: ${status} ${JSON.stringify(error)}`)
  return Compile(schema).Parse(data)
}

/** A refusal as one comparable value: status, code, details. */
export const refusal = ({ status, error }: Answer) => [status, error?.code, error?.details]
