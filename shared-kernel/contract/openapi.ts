import type { Endpoint } from './endpoint.ts'
import { Failure, ListMeta, SuccessMeta } from './envelope.ts'
import type { ApiDocument, ApiOperation, ApiSchema } from './openapi/document.ts'
import { parametersOf, requestBodyOf, requestName } from './openapi/requests.ts'
import { dataName, responsesOf } from './openapi/responses.ts'
import { apiSchema } from './openapi/schema.ts'
import { describe, describeSent, tagOf } from './openapi/wording.ts'

const ABOUT = `Back office of a precious-metal and foreign-exchange dealer. Every call acts on the
records of the company that owns the credentials. One envelope, one set of error codes, one way of
paging, sorting and filtering. Unknown parameters and fields are rejected, never ignored.`

/** The contract as OpenAPI 3.0.3, generated from the schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[]): ApiDocument {
  const rights = [...new Set(endpoints.map(({ right }) => right))]
  return {
    openapi: '3.0.3',
    info: { title: 'Sarraf API', version: '1.0.0', description: ABOUT.replaceAll('\n', ' ') },
    servers: [{ url: '/', description: 'The address that serves this document.' }],
    tags: rights.map((right) => ({ name: tagOf[right].name, description: tagOf[right].about })),
    security: [{ basic: [] }],
    paths: pathsOf(endpoints),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'User name: the API user id. Password: the secret key.',
        },
      },
      parameters,
      headers,
      schemas: schemasOf(endpoints),
    },
  }
}

function pathsOf(endpoints: readonly Endpoint[]): ApiDocument['paths'] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint)]),
      ),
    ]),
  )
}

const operationOf = (endpoint: Endpoint): ApiOperation => ({
  operationId: endpoint.operationId,
  summary: endpoint.summary,
  description: `Needs the right \`${endpoint.right}\`.`,
  tags: [tagOf[endpoint.right].name],
  parameters: parametersOf(endpoint),
  ...requestBodyOf(endpoint),
  responses: responsesOf(endpoint),
})

function schemasOf(endpoints: readonly Endpoint[]): Readonly<Record<string, ApiSchema>> {
  const requests = endpoints.flatMap((endpoint) =>
    endpoint.body === undefined
      ? []
      : [[requestName(endpoint), apiSchema(endpoint.body, describeSent)] as const],
  )
  const answers = endpoints.flatMap((endpoint) =>
    endpoint.data === undefined ? [] : [[dataName(endpoint), endpoint.data] as const],
  )
  const common = [
    ['Meta', SuccessMeta],
    ['ListMeta', ListMeta],
    ['Failure', Failure],
  ] as const
  return Object.fromEntries([
    ...requests,
    ...[...answers, ...common].map(
      ([name, schema]) => [name, apiSchema(schema, describe)] as const,
    ),
  ])
}

const position = { type: 'string', pattern: '^[0-9]{1,19}$' } as const
const uuid = { type: 'string', format: 'uuid' } as const

const parameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'Your own id of the request, a UUID. Without one, the server creates one.',
    schema: uuid,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Within 24 hours, the same key with the same body returns the same response again and creates nothing. While the first request still runs, the response is 409 with `Retry-After`.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  MinEventPosition: {
    name: 'x-min-event-position',
    in: 'header',
    required: false,
    description:
      'The `x-event-position` of a write: the response waits briefly until the write is visible.',
    schema: position,
  },
} as const

const headers = {
  'x-request-id': { description: 'The id of the request, as in the body.', schema: uuid },
  'x-event-position': {
    description: 'Position of the write in the event log, for `x-min-event-position`.',
    schema: position,
  },
  'idempotency-hit': {
    description: 'Present when the response is repeated.',
    schema: { type: 'string', enum: ['true'] },
  },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
} as const
