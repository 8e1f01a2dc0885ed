import { type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Endpoint } from '#kernel/contract/endpoint.ts'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { Failure, pageSchema, successSchema } from '#kernel/contract/envelope.ts'
import { answerOf } from '#kernel/contract/error-codes.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { isRule } from '#kernel/domain/rules.ts'

export interface Received {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly requestId: string | undefined
  readonly body: unknown
}

/** What every endpoint can answer with besides its own errors. */
const everywhere: readonly RejectionCode[] = [
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_FORBIDDEN',
  'AUTH_TOO_MANY_ATTEMPTS',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'RESOURCE_NOT_FOUND',
]

/**
 * Everything in an answer of the API that is not as the contract says; empty when all is well. Where
 * parts are being killed, 500 and 503 are answers, too.
 */
export function breaches(received: Received, mayFail: boolean): readonly string[] {
  const { method, path, status, body } = received
  const endpoint = endpointOf(method, path)
  if (endpoint?.file !== undefined && status < 300) return wrongStatus(received, endpoint, mayFail)
  const schema = status < 300 ? successOf(endpoint) : failure
  if (schema === undefined) return [`${status} where the contract has no endpoint`]
  const faults = schema
    .Errors(body)
    .map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`)
  return [
    ...faults,
    ...unknownRules(body),
    ...wrongId(received),
    ...wrongStatus(received, endpoint, mayFail),
  ]
}

const failure = strict(Failure)

const successes = new Map<Endpoint, Validator>(
  endpoints.flatMap((endpoint) => {
    const { list, data } = endpoint
    if (data === undefined) return []
    return [[endpoint, strict(list === true ? pageSchema(data) : successSchema(data))]]
  }),
)

const successOf = (endpoint: Endpoint | undefined) => endpoint && successes.get(endpoint)

/** Answers hold what the contract names and nothing else; so no internal field gets out. */
function strict(schema: TSchema): Validator {
  const closed: TSchema = JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
  )
  return Compile(closed)
}

/** Literal paths come before those with parameters. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  const [bare = ''] = path.split('?')
  const fitting = endpoints.filter(
    (endpoint) => endpoint.method === method && patternOf(endpoint).test(bare),
  )
  return fitting.find((endpoint) => !endpoint.path.includes('{')) ?? fitting[0]
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const Ruled = Compile(
  Type.Object({
    error: Type.Object({ details: Type.Array(Type.Object({ rule: Type.String() })) }),
  }),
)

function unknownRules(body: unknown): readonly string[] {
  if (!Ruled.Check(body)) return []
  const rules = body.error.details.map(({ rule }) => rule)
  return rules.filter((rule) => !isRule(rule)).map((rule) => `no rule is named ${rule}`)
}

function wrongId({ requestId, body }: Received): string[] {
  const inBody = Compile(
    Type.Union([
      Type.Object({ traceId: Type.Literal(requestId ?? '') }),
      Type.Object({ meta: Type.Object({ requestId: Type.Literal(requestId ?? '') }) }),
    ]),
  )
  return inBody.Check(body) ? [] : [`x-request-id ${requestId} is not the id in the body`]
}

function wrongStatus(
  { status, body }: Received,
  endpoint: Endpoint | undefined,
  mayFail: boolean,
): string[] {
  const isForNow = status === 500 || status === 503
  if (isForNow && codeIn(body) === 'INTERNAL_ERROR' && mayFail) return []
  if (status < 300) {
    const isOne = status === endpoint?.status || status === endpoint?.otherStatus?.status
    return isOne ? [] : [`${status} is not the endpoint's status`]
  }
  const codes: readonly RejectionCode[] =
    endpoint === undefined
      ? ['RESOURCE_NOT_FOUND', 'VALIDATION_FAILED']
      : [...everywhere, ...endpoint.errors]
  const isOneOf = codes.some((refusal) => {
    const { code, status: its } = answerOf(refusal)
    return its === status && codeIn(body) === code
  })
  return isOneOf ? [] : [`${status} ${codeIn(body)} is not among the endpoint's errors`]
}

const Code = Compile(Type.Object({ error: Type.Object({ code: Type.String() }) }))

const codeIn = (body: unknown) => (Code.Check(body) ? body.error.code : undefined)
