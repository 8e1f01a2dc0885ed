import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import { isText } from '../schema-kinds.ts'
import type { ApiBody, ApiOperation, ApiParameter, ApiSchema } from './document.ts'
import { bodyExamples } from './examples.ts'
import { json } from './responses.ts'
import { reference, type SchemaWriter } from './schema.ts'
import { bodyOf, bodySchemas, capitalised } from './variants.ts'

/** Path, query and header parameters; names stand as they are sent, `filter[idNo]` too. */
export function parametersOf(endpoint: Endpoint, writer: SchemaWriter): ApiOperation['parameters'] {
  const common = [
    reference('parameters', 'RequestId'),
    ...(endpoint.creates === true ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(endpoint.method === 'GET' ? [reference('parameters', 'MinEventPosition')] : []),
  ]
  const own = (schema: TObject, place: 'path' | 'query') =>
    Object.entries<TSchema>(schema.properties).map(([name, property]) => {
      const required = place === 'path' || requiredOf(schema).includes(name)
      const description = wordsOf(property)
      const written = writer.write(property)
      const parameter = { name, in: place, required, description, schema: written }
      return required || !isText(property) ? parameter : orEmpty(parameter)
    })
  return [...own(endpoint.params, 'path'), ...own(endpoint.query, 'query'), ...common]
}

/** An empty text counts as none. */
const orEmpty = (parameter: ApiParameter) => ({ ...parameter, allowEmptyValue: true })

const wordsOf = (schema: object) => ('description' in schema ? String(schema.description) : '')

const requiredOf = (schema: object): readonly unknown[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required : []

/** The schema of a request's `data`. */
const dataOf = ({ operationId }: Endpoint, schema: TObject) => {
  const name = `${capitalised(operationId)}Input`
  return bodyOf({ name, words: `The \`data\` of \`${operationId}\`` }, schema)
}

/** The schema of a request: a component, because generators would name it as its `data` is named. */
const bodyName = ({ operationId }: Endpoint) => `${capitalised(operationId)}Body`

export function requestBodyOf(endpoint: Endpoint): { readonly requestBody?: ApiBody } {
  if (endpoint.body === undefined) return {}
  const body = dataOf(endpoint, endpoint.body)
  const examples = Object.entries(bodyExamples(body)).map(([name, data]) => [
    name,
    {
      summary: name === 'smallest' ? 'Required fields only' : `Required fields only: ${name}`,
      value: { data },
    },
  ])
  const schema = reference('schemas', bodyName(endpoint))
  const content = { schema, examples: Object.fromEntries(examples) }
  return { requestBody: { required: true, content: json(content) } }
}

/** The schemas of a request, as components: of its body, of the `data` in it, and of the variants of that. */
export function requestSchemas(endpoint: Endpoint, writer: SchemaWriter): [string, ApiSchema][] {
  if (endpoint.body === undefined) return []
  const data = dataOf(endpoint, endpoint.body)
  const whole: ApiSchema = {
    type: 'object',
    description: `The body of \`${endpoint.operationId}\`.`,
    required: ['data'],
    properties: { data: reference('schemas', data.name) },
    additionalProperties: false,
  }
  return [[bodyName(endpoint), whole], ...bodySchemas(data, writer)]
}
