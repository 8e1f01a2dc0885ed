import type { TSchema } from 'typebox'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import type { Endpoint } from '../endpoint.ts'
import { failure, success, successList } from '../envelope.ts'
import { answerOf } from '../error-codes.ts'
import type { ApiContent, ApiExample, ApiResponse, Reference } from './document.ts'
import { exampleOf } from './examples.ts'
import { refusals } from './wording.ts'

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const TIMESTAMP = '2026-11-20T09:45:00.123Z'

export const reference = (part: string, name: string): Reference => ({
  $ref: `#/components/${part}/${name}`,
})

/** Every answer that an endpoint can give, by its status. */
export function responsesOf(endpoint: Endpoint): Readonly<Record<string, ApiResponse>> {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => answerOf(code).status)
  const refused = [...byStatus]
    .toSorted(([left], [right]) => left - right)
    .map(([status, codes]) => [status, refusal(endpoint, status, codes)])
  return Object.fromEntries([...successesOf(endpoint), ...refused])
}

function successesOf(endpoint: Endpoint): [status: number, answer: ApiResponse][] {
  const { status, otherStatus: other } = endpoint
  const usual = answer(endpoint)
  if (other === undefined) return [[status, usual]]
  return [
    [status, usual],
    [other.status, { ...usual, description: other.meaning }],
  ]
}

const everywhere: readonly RejectionCode[] = [
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_FORBIDDEN',
  'AUTH_TOO_MANY_ATTEMPTS',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]

const codesOf = ({ errors }: Endpoint): readonly RejectionCode[] => [
  ...new Set([...errors, ...everywhere]),
]

function answer(endpoint: Endpoint): ApiResponse {
  return endpoint.data === undefined ? fileAnswer(endpoint) : dataAnswer(endpoint, endpoint.data)
}

function fileAnswer(endpoint: Endpoint): ApiResponse {
  const content = { schema: { type: 'string', format: 'binary' }, examples: {} } as const
  return {
    description: 'The file, without an envelope.',
    headers: headersOf(endpoint),
    content: Object.fromEntries((endpoint.file ?? []).map((type) => [type, content])),
  }
}

function dataAnswer(endpoint: Endpoint, schema: TSchema): ApiResponse {
  const data = reference('schemas', dataName(endpoint))
  const example = exampleOf(schema)
  const isList = endpoint.list === true
  const page = { page: 1, limit: 25, total: 1 }
  return {
    description: isList ? 'A page of the list.' : 'Done.',
    headers: headersOf(endpoint),
    content: json({
      schema: {
        type: 'object',
        required: ['success', 'data', 'meta'],
        properties: {
          success: { type: 'boolean', enum: [true] },
          data: isList ? { type: 'array', items: data } : data,
          meta: reference('schemas', isList ? 'ListMeta' : 'Meta'),
        },
      },
      examples: {
        answer: {
          summary: endpoint.summary,
          value: isList
            ? successList(REQUEST_ID, TIMESTAMP, { items: [example], page })
            : success(REQUEST_ID, TIMESTAMP, example),
        },
      },
    }),
  }
}

/** Of the schema of what stands in `data`, or of one item of it. */
export const dataName = ({ operationId, list }: Endpoint) =>
  `${capitalised(operationId)}${list === true ? 'Item' : 'Data'}`

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
): ApiResponse {
  const names = codes.map((code) => answerOf(code).code)
  // An earlier try with the same Idempotency-Key may still run.
  const isForNow = [429, 503].includes(status) || (status === 409 && creates === true)
  return {
    description: names.map((name) => `\`${name}\``).join(', '),
    headers: headers(isForNow ? ['x-request-id', 'retry-after'] : ['x-request-id']),
    content: json({
      schema: reference('schemas', 'Failure'),
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
