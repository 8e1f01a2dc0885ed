import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { apiSchema } from '#kernel/contract/openapi/schema.ts'
import { checkBody } from '#kernel/contract/validation.ts'
import { faultsOfAnswer, faultsOfBody, published } from '#test/support/published.ts'

const operations = Object.entries(published.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('the document is valid OpenAPI 3.0.3', async () => {
  const result = await new Validator().validate({ ...published })

  expect(result).toEqual({ valid: true })
  expect(published).toMatchObject({ openapi: '3.0.3', info: { version: '1.0.0' } })
})

test('every endpoint is in it, under its own name and method', () => {
  const described = operations.map(({ path, method, operation }) => [
    operation.operationId,
    method.toUpperCase(),
    path,
  ])
  const served = endpoints.map(({ operationId, method, path }) => [operationId, method, path])

  expect(described.toSorted()).toEqual(served.toSorted())
})

test('every parameter and field that a client sends is described', () => {
  const silent = operations.flatMap(({ operation }) =>
    operation.parameters.flatMap((parameter) =>
      'name' in parameter && parameter.description === '' ? [parameter.name] : [],
    ),
  )
  const requests = Object.entries(published.components.schemas)
    .filter(([name]) => name.endsWith('Request'))
    .flatMap(([, { properties }]) => Object.entries(properties ?? {}))
    .filter(([, field]) => !('description' in field))

  expect(silent).toEqual([])
  expect(requests).toEqual([])
})

test('filters are named as they are sent', () => {
  const names = published.paths['/v1/expenses']?.['get']?.parameters.flatMap((parameter) =>
    'name' in parameter ? [parameter.name] : [],
  )

  expect(names).toEqual(
    expect.arrayContaining(['page', 'q', 'filter[idNo]', 'filter[updatedSince]']),
  )
})

const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined)

test('exactly the requests whose body the service reads have a body', () => {
  expect(withBody.map(({ operation }) => operation.operationId).toSorted()).toEqual(
    endpoints
      .filter(({ body }) => body !== undefined)
      .map(({ operationId }) => operationId)
      .toSorted(),
  )
})

test.each(withBody)(
  'examples of $operation.operationId are valid for the document and the service',
  ({ path, method, operation }) => {
    const body = endpoints.find(({ operationId }) => operationId === operation.operationId)?.body
    if (body === undefined) throw new Error('the service reads no body here')
    const examples = Object.values(
      operation.requestBody?.content['application/json']?.examples ?? {},
    )

    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) {
      expect(faultsOfBody({ path, method }, value)).toEqual([])
      expect(checkBody(body, value).faults).toBeUndefined()
    }
  },
)

const jsonAnswers = operations.flatMap(({ path, method, operation }) =>
  Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const json = content['application/json']
    return json === undefined ? [] : [{ path, method, status, json }]
  }),
)

test('every response except files is JSON', () => {
  const answers = operations.flatMap(({ operation }) =>
    Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
  )

  expect(jsonAnswers).toHaveLength(answers.length - 1)
})

test.each(jsonAnswers)(
  'examples of $method $path $status match their schema',
  ({ path, method, status, json }) => {
    const examples = Object.values(json.examples ?? {})

    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) {
      expect(faultsOfAnswer({ method, path }, Number(status), value)).toEqual([])
    }
  },
)

test('every endpoint can refuse credentials and rights, and fail', () => {
  for (const { operation } of operations) {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '500']))
  }
})

test('refusals for a time say when to come again: of load, and of a request whose first try still runs', () => {
  const forNow = operations.flatMap(({ path, operation }) =>
    Object.entries(operation.responses)
      .filter(([, { headers }]) => 'retry-after' in headers)
      .map(([status]) => `${operation.operationId} ${status} ${path}`),
  )
  const repeatable = endpoints.filter(({ creates }) => creates === true)

  expect(repeatable.length).toBeGreaterThan(0)
  expect(forNow.filter((one) => one.includes(' 409 ')).toSorted()).toEqual(
    repeatable.map(({ operationId, path }) => `${operationId} 409 ${path}`).toSorted(),
  )
  for (const status of ['429', '503']) {
    expect(forNow.filter((one) => one.includes(` ${status} `))).toHaveLength(operations.length)
  }
})

test('creating a voucher can break a business rule, which is 422 VALIDATION_FAILED', () => {
  const refused = published.paths['/v1/expenses']?.['post']?.responses['422']

  expect(Object.keys(refused?.content['application/json']?.examples ?? {})).toEqual([
    'VALIDATION_FAILED',
  ])
})

test('the schemas contain only keywords of OpenAPI', () => {
  const known =
    /^(type|format|enum|pattern|minLength|maxLength|minimum|exclusiveMinimum|maximum|items|properties|required|additionalProperties|nullable|default|description|\$ref)$/
  const keywordsOf = (schema: object): string[] =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      const inner: object[] =
        keyword === 'properties' ? Object.values(value) : keyword === 'items' ? [value] : []
      return [keyword].concat(inner.flatMap(keywordsOf))
    })

  for (const keyword of Object.values(published.components.schemas).flatMap(keywordsOf)) {
    expect(keyword).toMatch(known)
  }
})

test('schemas are written as OpenAPI 3.0 has them', () => {
  const nullable = Type.Union([Type.Enum(['a', 'b'], { type: 'string' }), Type.Null()])
  const refined = Type.Refine(
    Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 5 }),
    () => true,
    () => 'format',
  )

  expect(apiSchema(Type.Literal('x'))).toEqual({ type: 'string', enum: ['x'] })
  expect(apiSchema(Type.Literal(true))).toEqual({ type: 'boolean', enum: [true] })
  expect(apiSchema(Type.Null())).toEqual({ type: 'string', enum: [null], nullable: true })
  expect(apiSchema(nullable)).toEqual({ type: 'string', enum: ['a', 'b', null], nullable: true })
  expect(apiSchema(Type.Union([Type.String(), Type.Integer(), Type.Null()]))).toEqual({
    anyOf: [{ type: 'string' }, { type: 'integer' }],
    nullable: true,
  })
  expect(apiSchema(refined)).toEqual({
    type: 'number',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 5,
    exclusiveMaximum: true,
  })
  expect(apiSchema(Type.String({ format: 'moment' }))).toEqual({
    type: 'string',
    format: 'date-time',
  })
  expect(apiSchema(Type.Object({ a: Type.Optional(Type.Array(Type.Null())) }))).toEqual({
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'string', enum: [null], nullable: true } },
    },
  })
})

test('fields of one source are described as such', () => {
  const { amount, serial } = published.components.schemas['CreateVoucherRequest']?.properties ?? {}

  expect(amount).toMatchObject({
    description: expect.stringContaining('Required with source `manual`, refused with another.'),
  })
  expect(serial).toMatchObject({
    description: expect.stringContaining('Only with source `manual`.'),
  })
})
