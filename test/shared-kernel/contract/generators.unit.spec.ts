import { expect, test } from 'vitest'
import { published } from '#test/support/published.ts'

const { schemas } = published.components

const operations = Object.values(published.paths).flatMap((methods) => Object.values(methods))

// https://github.com/OpenAPITools/openapi-generator/issues/24548
test('a generator need not name anything: every body and every answer is a component', () => {
  const unnamed = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)]
      .map((message) => message?.content['application/json']?.schema)
      .filter((schema) => schema !== undefined && !('$ref' in schema))
      .map(() => operationId),
  )
  expect(unnamed).toEqual([])

  const within = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(
        ([, field]) =>
          'properties' in field || ('items' in field && 'properties' in (field.items ?? {})),
      )
      .map(([field]) => `${name}.${field}`),
  )
  expect(within).toEqual([])
})

test('no text is an enumeration without a member', () => {
  const empty = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => 'enum' in field && field.enum?.every((value) => value === null))
      .map(([field]) => `${name}.${field}`),
  )
  expect(empty).toEqual([])
})

test('every schema is described by a sentence', () => {
  for (const [name, { description }] of Object.entries(schemas)) {
    expect(description, name).toMatch(/^(?!\S+$).+\.$/)
  }
})

test('a list of all operations has short lines, each of them once', () => {
  const lines = operations.map(({ tags, summary }) => `${tags.join()} ${summary}`)
  expect(new Set(lines).size).toBe(operations.length)
  for (const { summary } of operations) expect(summary.length, summary).toBeLessThanOrEqual(30)
})

test('the parts of the API stand in the order of work', () => {
  const first = new Map(operations.map(({ tags: [tag] }, at) => [tag, at] as const).toReversed())
  const inOrder = [...first].toSorted(([, one], [, other]) => one - other).map(([tag]) => tag)
  expect(published.tags.map(({ name }) => name)).toEqual(inOrder)
  expect(inOrder).toEqual([
    'Customers',
    'Compliance',
    'Bank queries',
    'Bank transactions',
    'Expense vouchers',
    'Invoices',
    'KMTS',
  ])
})
