import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { errorCodes } from '#kernel/contract/error-codes.ts'
import { text } from '#kernel/contract/fields.ts'
import { checkBody } from '#kernel/contract/validation.ts'
import { faultsOfAnswer, faultsOfBody, published } from '#test/support/published.ts'

const { schemas } = published.components

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

test('every parameter and field is described', () => {
  const silent = operations.flatMap(({ operation }) =>
    operation.parameters.flatMap((parameter) =>
      'name' in parameter && parameter.description === '' ? [parameter.name] : [],
    ),
  )
  const fields = Object.entries(published.components.schemas).flatMap(([name, { properties }]) =>
    Object.entries(properties ?? {})
      // What is only referred to is described where it stands.
      .filter(([, field]) => !('description' in field || '$ref' in field))
      .map(([field]) => `${name}.${field}`),
  )

  expect(silent).toEqual([])
  expect(fields).toEqual([])
})

test('no parameter is described as a field that may be null', () => {
  const parameters = operations.flatMap(({ operation }) =>
    operation.parameters.flatMap((one) => ('name' in one ? [one.description] : [])),
  )
  expect(parameters.filter((words) => /\bnull\b/.test(words))).toEqual([])
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
    /^(type|format|enum|pattern|minLength|maxLength|minimum|exclusiveMinimum|maximum|multipleOf|items|allOf|anyOf|oneOf|discriminator|properties|required|additionalProperties|nullable|default|description|\$ref)$/
  const keywordsOf = (schema: object): string[] =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      return [keyword].concat(schemasWithin(keyword, value).flatMap(keywordsOf))
    })
  const schemasWithin = (keyword: string, value: object): object[] => {
    if (keyword === 'items') return [value]
    return ['properties', 'allOf', 'anyOf', 'oneOf'].includes(keyword) ? Object.values(value) : []
  }

  const used = new Set(Object.values(published.components.schemas).flatMap(keywordsOf))
  expect([...used].filter((keyword) => !known.test(keyword))).toEqual([])
  // What is nullable stands in an `anyOf`, and what an error says besides its code in an `allOf`.
  expect([...used]).toEqual(expect.arrayContaining(['anyOf', 'allOf', 'nullable', '$ref']))
})

test('what is always true or false is a constant', () => {
  const isAlways = /^Always (?:true|false)/
  const always = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .map(([field, schema]) => ({ name: `${name}.${field}`, schema }))
      .filter(({ schema }) => 'description' in schema && isAlways.test(schema.description ?? '')),
  )

  expect(always.map(({ name }) => name)).toContain('DeletedVoucher.deleted')
  for (const { schema } of always) expect(schema).toMatchObject({ enum: [expect.any(Boolean)] })
})

test('a field is described as what it is in its own schema', () => {
  const status = (name: string) => schemas[name]?.properties?.['status']
  expect(status('BankTransaction')).toMatchObject({ description: expect.stringMatching('pending') })
  expect(status('KmtsVerification')).toMatchObject({
    description: 'The register’s status of the label.',
  })
})

test('a body is one of those that its source and its type of payment permit', () => {
  const $ref = (name: string) => `#/components/schemas/${name}`
  expect(schemas['CreateVoucherInput']).toEqual({
    description: 'The `data` of `createVoucher`.',
    oneOf: [
      { $ref: $ref('CreateVoucherInputBankTransaction') },
      { $ref: $ref('CreateVoucherInputManual') },
    ],
    discriminator: {
      propertyName: 'source',
      mapping: {
        bankTransaction: $ref('CreateVoucherInputBankTransaction'),
        manual: $ref('CreateVoucherInputManual'),
      },
    },
  })
  const invoices = ['BankTransaction', 'ManualBank', 'ManualPos', 'ManualExpense', 'ManualOther']
  expect(schemas['CreateInvoiceInput']?.oneOf).toEqual(
    invoices.map((variant) => ({ $ref: $ref(`CreateInvoiceInput${variant}`) })),
  )
  const card = schemas['CreateInvoiceInputManualPos']
  expect(card?.properties).toHaveProperty('approvalCode')
  expect(card?.properties).not.toHaveProperty('iban')
  expect(card?.required).toEqual(
    expect.arrayContaining(['source', 'amount', 'idNo', 'paymentType']),
  )
  expect(schemas['CheckSanctionsInput']?.anyOf).toHaveLength(3)
})

test('what counts as not given may be sent: null in a body, an empty text in a query', () => {
  expect(schemas['QueryBanksInput']?.properties?.['accountId']).toMatchObject({
    nullable: true,
    pattern: '^([0-9a-fA-F]{24})?$',
  })
  const parameters = published.paths['/v1/expenses']?.['get']?.parameters ?? []
  const emptiable = parameters.flatMap((one) =>
    'name' in one && one.allowEmptyValue === true ? [one.name] : [],
  )
  expect(emptiable).toEqual(expect.arrayContaining(['sort', 'q', 'filter[updatedSince]']))
  expect(emptiable).not.toContain('page')
})

test('a text holds no control characters', () => {
  const code = schemas['CreateCustomerFormInputPerson']?.properties?.['nameSurname'] ?? {}
  const pattern = new RegExp('pattern' in code ? (code.pattern ?? '') : '')
  expect('KMV 1\t2\n').toMatch(pattern)
  expect('KMV\x001').not.toMatch(pattern)
})

test('a required text is not blank, whatever kind of space it holds', () => {
  const body = Type.Object({ scannedCode: text() })
  const code = schemas['CreateCustomerFormInputPerson']?.properties?.['nameSurname'] ?? {}
  const pattern = new RegExp('pattern' in code ? (code.pattern ?? '') : '')
  const spaces = [...Array(0x10000).keys()]
    .map((unit) => String.fromCharCode(unit))
    .filter((character) => character.trim() === '')

  const blank = [{ field: 'data.scannedCode', rule: 'minLength' }]
  expect(spaces.length).toBeGreaterThan(20)
  for (const space of spaces) {
    expect(space).not.toMatch(pattern)
    expect(checkBody(body, { data: { scannedCode: space } }).faults).toEqual(blank)
  }
  expect(' KMV\t1\n').toMatch(pattern)
})

test('a form is a person’s unless it says that it is a company’s', () => {
  const person = schemas['CreateCustomerFormInputPerson']
  const company = schemas['CreateCustomerFormInputCompany']
  expect([person?.required, company?.required]).toEqual([
    ['idNo', 'nameSurname'],
    ['idNo', 'nameSurname', 'idType'],
  ])
  expect(person?.properties).not.toHaveProperty('customerRelation')
  expect(company?.properties).toHaveProperty('customerRelation')
})

test('a refusal names the codes that it may have there, and is an error like all others', () => {
  const conflict = published.paths['/v1/expenses/{id}/e-document/sms']?.['post']?.responses['409']
  expect(conflict?.description).toContain('`E_DOCUMENT_NOT_PREPARED`')
  expect(conflict?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  expect(schemas['ErrorBody']?.properties?.['code']).toEqual({
    description: 'What a program decides by.',
    allOf: [{ $ref: '#/components/schemas/ErrorCode' }],
  })
  expect(schemas['ErrorCode']?.enum).toEqual(errorCodes)
})
