import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../docs/schemas')

/** The calls that endpoints of webhooks get, by type of event, for `x-webhooks` of the OpenAPI document. */
export const webhookCalls = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => !file.includes('.state.'))
      .map((file) => {
        const type = file.replace(/\.json$/, '')
        const data = apiSchema(readFileSync(join(folder, file), 'utf8'))
        return [type, { post: callOf(type, data) }]
      }),
  )

const callOf = (type: string, data: object) => ({
  operationId: `receive-${type}`,
  summary: type,
  description: descriptionOf(data),
  tags: ['Webhooks'],
  // The signature is in the headers.
  security: [],
  parameters: headers.map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: payloadOf(type, data) } },
  },
  responses: {
    '204': { description: 'The event is kept. Any other answer but 2xx brings it again.' },
    '410': { description: 'The receiver is gone for good: the endpoint is disabled.' },
  },
})

const headers = [
  ['webhook-id', 'The same for each attempt: keep the ids that you have seen.'],
  ['webhook-timestamp', 'Seconds since 1970. Refuse what is older than five minutes.'],
  [
    'webhook-signature',
    'HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64 behind `v1,`; two with a blank between while a secret is replaced.',
  ],
] as const

const payloadOf = (type: string, data: object) => ({
  type: 'object',
  required: ['type', 'timestamp', 'companyId', 'subject', 'sequence', 'data'],
  properties: {
    type: { type: 'string', enum: [type], description: 'What happened.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    companyId: { type: 'string', description: 'The company.' },
    subject: { type: 'string', description: 'The record.' },
    sequence: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: 'The number of the event in the history of the record.',
    },
    data,
  },
})

const descriptionOf = (data: object) =>
  'description' in data && typeof data.description === 'string' ? data.description : ''

/** The same JSON Schema as OpenAPI 3.0 writes it. */
function apiSchema(text: string): object {
  const { $schema: _schema, $id: _id, ...schema } = JSON.parse(text, inOpenApi)
  return schema
}

/** Of each value, after those within it. */
function inOpenApi(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value
  const { anyOf, const: only, enum: values, ...rest } = value
  if (only !== undefined) return { ...rest, ...enumOf([only]) }
  if (Array.isArray(values)) return { ...rest, ...enumOf(values) }
  return Array.isArray(anyOf) ? { ...rest, ...choiceOf(anyOf) } : value
}

const enumOf = (values: readonly unknown[]) => ({
  type: values.every(Number.isInteger) ? 'integer' : 'string',
  enum: values,
})

function choiceOf(choices: readonly unknown[]): object {
  const known = choices.filter((choice) => isObject(choice)).filter(({ type }) => type !== 'null')
  const [only, ...others] = known
  if (known.length === choices.length) return { anyOf: known }
  if (only === undefined || others.length > 0) return { anyOf: known, nullable: true }
  const { enum: values } = only
  return { ...only, nullable: true, ...(Array.isArray(values) && { enum: [...values, null] }) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
