import type { TSchema } from 'typebox'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { BYTES, type Endpoint } from '../endpoint.ts'
import { Failure, failure, pageSchema, success, successList, successSchema } from '../envelope.ts'
import { answerOf } from '../error-codes.ts'
import type { ApiContent, ApiExample, ApiResponse, Reference } from './document.ts'
import { outcomes } from './example-documents.ts'
import { changed, exampleOf } from './examples.ts'
import { reference, type SchemaWriter } from './schema.ts'
import { refusals } from './wording.ts'

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const TIMESTAMP = '2026-11-20T09:45:00.123Z'

/** Every answer that an endpoint can give, by its status. */
export function responsesOf(
  endpoint: Endpoint,
  writer: SchemaWriter,
): Readonly<Record<string, ApiResponse>> {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => answerOf(code).status)
  const refused = [...byStatus]
    .toSorted(([left], [right]) => left - right)
    .map(([status, codes]) => [status, refusal(endpoint, status, codes, writer)])
  return Object.fromEntries([...successesOf(endpoint, writer), ...refused])
}

function successesOf(
  endpoint: Endpoint,
  writer: SchemaWriter,
): [status: number, answer: ApiResponse][] {
  const { status, otherStatus: other } = endpoint
  const usual = answer(endpoint, status, writer)
  if (other === undefined) return [[status, usual]]
  const unusual = { ...answer(endpoint, other.status, writer), description: other.meaning }
  return [
    [status, usual],
    [other.status, unusual],
  ]
}

const everywhere: readonly RejectionCode[] = [
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_FORBIDDEN',
  'AUTH_TOO_MANY_ATTEMPTS',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]

const codesOf = ({ errors }: Endpoint): readonly RejectionCode[] => [
  ...new Set([...errors, ...everywhere]),
]

function answer(endpoint: Endpoint, status: number, writer: SchemaWriter): ApiResponse {
  if (endpoint.data === undefined) return fileAnswer(endpoint)
  const isList = endpoint.list === true
  const envelope = isList ? pageSchema(endpoint.data) : successSchema(endpoint.data)
  return {
    description: isList ? 'A page of the list.' : 'Done.',
    headers: headersOf(endpoint),
    content: json({
      schema: writer.write(envelope),
      examples: examplesOf(endpoint, endpoint.data, status),
    }),
  }
}

/** One for each outcome; most operations have only one. */
function examplesOf(
  { operationId, about, list }: Endpoint,
  schema: TSchema,
  status: number,
): Readonly<Record<string, ApiExample>> {
  const example = exampleOf(schema)
  const page = { page: 1, limit: 25, total: 1 }
  const known = outcomes[`${operationId} ${status}`]
  const all = known ?? [{ name: 'answer', summary: about, values: {} }]
  return Object.fromEntries(
    all.map(({ name, summary, values }) => {
      const data = changed(example, values)
      const value =
        list === true
          ? successList(REQUEST_ID, TIMESTAMP, { items: [data], page })
          : success(REQUEST_ID, TIMESTAMP, data)
      return [name, { summary, value }]
    }),
  )
}

function fileAnswer(endpoint: Endpoint): ApiResponse {
  const content = { schema: { type: 'string', format: 'binary' }, examples: {} } as const
  const types = [...(endpoint.file ?? []), BYTES]
  return {
    description: `The file, without an envelope; \`${BYTES}\` for who accepts only that.`,
    headers: headersOf(endpoint),
    content: Object.fromEntries(types.map((type) => [type, content])),
  }
}

function headersOf({ service, file, creates }: Endpoint) {
  const names = [
    'x-request-id',
    ...(service === 'command' && file === undefined ? ['x-event-position'] : []),
    ...(creates === true ? ['idempotency-hit'] : []),
  ]
  return headers(names)
}

const headers = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]))

function refusal(
  { creates }: Endpoint,
  status: number,
  codes: readonly RejectionCode[],
  writer: SchemaWriter,
): ApiResponse {
  const names = [...new Set(codes.map((code) => answerOf(code).code))]
  // An earlier try with the same Idempotency-Key may still run.
  const isForNow = [429, 503].includes(status) || (status === 409 && creates === true)
  return {
    description: names.map((name) => `\`${name}\``).join(', '),
    headers: headers(isForNow ? ['x-request-id', 'retry-after'] : ['x-request-id']),
    content: json({
      schema: writer.write(Failure),
      examples: Object.fromEntries(codes.map((code) => [answerOf(code).code, failureOf(code)])),
    }),
  }
}

function failureOf(refused: RejectionCode): ApiExample {
  const { code } = answerOf(refused)
  const { meaning, details = [] } = refusals[refused]
  const message = meaning.split(/[;:] /, 1)[0]?.replace(/\.?$/, '.') ?? meaning
  return { summary: meaning, value: failure(REQUEST_ID, { code, message, details }) }
}

export const json = (content: ApiContent) => ({ 'application/json': content })
