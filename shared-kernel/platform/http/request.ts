import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kernel/contract/endpoint.ts'
import { MAX_FAULTS } from '#kernel/contract/faults.ts'
import { isRecord } from '#kernel/contract/schema-kinds.ts'
import { checkBody, checkParameters } from '#kernel/contract/validation.ts'
import { beginningOf } from '#kernel/domain/beginning-of-json.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { type LogPosition, wantedPosition } from '#kernel/platform/event-store/log-position.ts'
import { recordedTraceparent } from './request-spans.ts'
import type { Request } from './route.ts'

const MAX_IDEMPOTENCY_KEY = 255
/** Of a body: no endpoint has a tenth of these. What lies behind is not judged, and the body is refused. */
const MOST_IN_BODY = { values: 1_000, depth: 100 }

interface ReadRequest extends Request<Endpoint> {
  /** From `x-min-event-position`: the least position that the response must reflect. */
  readonly minPosition: LogPosition | undefined
}

/** The validated request; or one rejection that names its faults. */
export function readRequest(endpoint: Endpoint, request: FastifyRequest): ReadRequest {
  const { caller, changes } = request
  if (caller === null) throw new Error('a handler was reached without an authenticated caller')
  if (changes === null) throw new Error('a handler was reached without a record of its changes')
  const faults: Detail[] = []
  const take = <T>(checked: { value: T } | { faults: readonly Detail[] }, otherwise: T): T => {
    if ('value' in checked) return checked.value
    faults.push(...checked.faults)
    return otherwise
  }
  const params = take(checkParameters(endpoint.params, recordOf(request.params)), {})
  const query = take(checkParameters(endpoint.query, recordOf(request.query)), {})
  const body = endpoint.body === undefined ? {} : take(bodyOf(endpoint.body, request), {})
  const idempotencyKey = endpoint.creates === true ? idempotencyKeyOf(request, faults) : null
  const minPosition = endpoint.method === 'GET' ? minPositionOf(request, faults) : undefined
  if (faults.length > 0) {
    const listed = faults.slice(0, MAX_FAULTS)
    return reject('VALIDATION_FAILED', 'The request is invalid; details lists every fault.', listed)
  }
  const userAgent = request.headers['user-agent']?.slice(0, 500) ?? null
  const context = {
    caller,
    requestId: request.id,
    ip: request.ip,
    userAgent,
    idempotencyKey,
    changes,
    traceparent: recordedTraceparent(request),
  }
  return { params, query, body, context, minPosition }
}

/** JSON is UTF-8; other encodings are rejected instead of stored with replaced characters. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function bodyOf(schema: NonNullable<Endpoint['body']>, { body, headers }: FastifyRequest) {
  if (!Buffer.isBuffer(body) || body.length === 0) return checkBody(schema, undefined)
  const text = isPlainUtf8(headers) ? textOf(body) : undefined
  if (text === undefined) return { faults: [detail('data', 'json')] }
  const { text: judged, isCut } = beginningOf(text, MOST_IN_BODY)
  const json = jsonIn(judged)
  // What is no object and has been cut may not be JSON at all: brackets without end.
  if (json === undefined || (isCut && !isRecord(json))) return { faults: [detail('data', 'json')] }
  const checked = checkBody(schema, json)
  return isCut ? { faults: faultsOfCut(checked.faults ?? []) } : checked
}

/** What seems to be missing may be in the part that was not judged. */
function faultsOfCut(faults: readonly Detail[]): readonly Detail[] {
  const seen = faults.filter(({ rule }) => !rule.startsWith('required'))
  return seen.length === 0 ? [detail('data', 'maxLength')] : seen
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

function jsonIn(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}

function isPlainUtf8(headers: IncomingHttpHeaders): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8'
  return /^utf-?8$/i.test(charset) && /^identity$/i.test(encoding)
}

function idempotencyKeyOf(request: FastifyRequest, faults: Detail[]): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  const field = 'Idempotency-Key'
  if (typeof key !== 'string') faults.push(detail(field, 'type'))
  else if (key.trim() === '') faults.push(detail(field, 'minLength'))
  else if (key.length > MAX_IDEMPOTENCY_KEY) faults.push(detail(field, 'maxLength'))
  else return key
  return null
}

function minPositionOf(request: FastifyRequest, faults: Detail[]): LogPosition | undefined {
  const position = request.headers['x-min-event-position']
  if (position === undefined) return undefined
  if (typeof position === 'string' && /^\d{1,19}$/.test(position)) return wantedPosition(position)
  faults.push(detail('x-min-event-position', 'type'))
  return undefined
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
