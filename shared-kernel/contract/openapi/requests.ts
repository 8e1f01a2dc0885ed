import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'
import type { ApiBody, ApiOperation, ApiParameter } from './document.ts'
import { bodyExamples } from './examples.ts'
import { capitalised, json, reference } from './responses.ts'
import { apiSchema } from './schema.ts'
import { describeParameter } from './wording.ts'

/** Path, query and header parameters; names stand as they are sent, `filter[idNo]` too. */
export function parametersOf(endpoint: Endpoint): ApiOperation['parameters'] {
  const common = [
    reference('parameters', 'RequestId'),
    ...(endpoint.creates === true ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(endpoint.method === 'GET' ? [reference('parameters', 'MinEventPosition')] : []),
  ]
  return [...named(endpoint.params, 'path'), ...named(endpoint.query, 'query'), ...common]
}

const named = (schema: TObject, place: 'path' | 'query'): readonly ApiParameter[] =>
  Object.entries<TSchema>(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || requiredOf(schema).includes(name),
    description: ownWords(property) ?? describeParameter(name) ?? '',
    schema: apiSchema(property),
  }))

const ownWords = (schema: object) =>
  'description' in schema && typeof schema.description === 'string' ? schema.description : undefined

const requiredOf = (schema: object): readonly unknown[] =>
  'required' in schema && Array.isArray(schema.required) ? schema.required : []

/** Of the schema of what stands in a request's `data`. */
export const requestName = ({ operationId }: Endpoint) => `${capitalised(operationId)}Request`

export function requestBodyOf(endpoint: Endpoint): { readonly requestBody?: ApiBody } {
  if (endpoint.body === undefined) return {}
  const examples = Object.entries(bodyExamples(endpoint.body)).map(([name, data]) => [
    name,
    {
      summary: name === 'smallest' ? 'Required fields only' : `From source ${name}`,
      value: { data },
    },
  ])
  const content = {
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: reference('schemas', requestName(endpoint)) },
      additionalProperties: false,
    },
    examples: Object.fromEntries(examples),
  } as const
  return { requestBody: { required: true, content: json(content) } }
}
