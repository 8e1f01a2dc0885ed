import type { Endpoint } from './endpoint.ts'
import type { ApiDocument, ApiOperation } from './openapi/document.ts'
import { parametersOf, requestBodyOf, requestSchemas } from './openapi/requests.ts'
import { responsesOf } from './openapi/responses.ts'
import { type SchemaWriter, schemaWriter } from './openapi/schema.ts'
import { withWords } from './openapi/schema-words.ts'
import { tagOf } from './openapi/wording.ts'

const ABOUT = `Back office of a precious-metal and foreign-exchange dealer. Every call acts on the
records of the company that owns the credentials. One envelope, one set of error codes, one way of
paging, sorting and filtering. Unknown parameters and fields are rejected, never ignored.`

/** The contract as OpenAPI 3.0.3, generated from the schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[]): ApiDocument {
  const writer = schemaWriter()
  const paths = pathsOf(endpoints, writer)
  const requests = Object.fromEntries(endpoints.flatMap((one) => requestSchemas(one, writer)))
  const rights = [...new Set(endpoints.map(({ right }) => right))]
  return {
    openapi: '3.0.3',
    info: {
      title: 'Sarraf API',
      version: '1.0.0',
      description: ABOUT.replaceAll('\n', ' '),
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/', description: 'The address that serves this document.' }],
    tags: rights.map((right) => ({ name: tagOf[right].name, description: tagOf[right].about })),
    security: [{ basic: [] }],
    paths,
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
      schemas: withWords({ ...requests, ...writer.components() }),
    },
  }
}

function pathsOf(endpoints: readonly Endpoint[], writer: SchemaWriter): ApiDocument['paths'] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint, writer)]),
      ),
    ]),
  )
}

const operationOf = (endpoint: Endpoint, writer: SchemaWriter): ApiOperation => ({
  operationId: endpoint.operationId,
  summary: endpoint.summary,
  description: `${endpoint.about} Needs the right \`${endpoint.right}\`.`,
  tags: [tagOf[endpoint.right].name],
  parameters: parametersOf(endpoint, writer),
  ...requestBodyOf(endpoint),
  responses: responsesOf(endpoint, writer),
})

const position = { type: 'string', pattern: '^[0-9]{1,19}$' } as const
const uuid = { type: 'string', format: 'uuid' } as const

const parameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'Your own id of the request. The server creates one unless it is a UUID.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Within 24 hours, the same key with the same body returns the same response again and creates nothing. While the first request still runs, the response is 409 with `Retry-After`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S' },
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
