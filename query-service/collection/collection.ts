import {
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  isReference,
} from '#kernel/contract/openapi/document.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

interface Call {
  readonly path: string
  readonly method: string
  readonly operation: ApiOperation
}

/** The document as a collection for Postman and what reads its format: a folder for each part of the API. */
export function postmanCollection({ info, tags, paths }: ApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  )
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: calls.filter(({ operation }) => operation.tags.includes(name)).map(itemOf),
  }))
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: {
      type: 'basic',
      basic: [text('username', '{{apiUserId}}'), text('password', '{{secretKey}}')],
    },
    variable: [
      text('baseUrl', 'http://127.0.0.1:8080'),
      text('apiUserId', 'demo'),
      text('secretKey', 'demo-secret'),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  }
}

const text = (key: string, value: string) => ({ key, value, type: 'string' })

function itemOf({ path, method, operation }: Call) {
  const { summary, description } = operation
  const url = urlOf(path, operation)
  const request = { method: method.toUpperCase(), description, header: headersOf(operation), url }
  return { name: summary, request: { ...request, ...bodyOf(operation) } }
}

/** A fresh key for each sending: `{{$guid}}` is Postman's. */
const headersOf = ({ parameters }: ApiOperation) =>
  parameters.some((one) => isReference(one) && one.$ref.endsWith('/IdempotencyKey'))
    ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }]
    : []

function urlOf(path: string, { parameters }: ApiOperation) {
  const parts = path.slice(1).split('/')
  const own = parameters.flatMap((one) => (isReference(one) ? [] : [one]))
  const host = '{{baseUrl}}'
  const written = parts.map((part) => part.replace(/^\{(\w+)\}$/, ':$1'))
  return {
    raw: [host, ...written].join('/'),
    host: [host],
    path: written,
    variable: placed(own, 'path'),
    // Disabled until the user sets a value.
    query: placed(own, 'query').map((one) => Object.assign(one, { disabled: true })),
  }
}

const placed = (parameters: readonly ApiParameter[], place: 'path' | 'query') =>
  parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, description }) => ({ key: name, value: '', description }))

function bodyOf({ requestBody }: ApiOperation) {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  if (example === undefined) return {}
  const raw = JSON.stringify(example.value, null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}
