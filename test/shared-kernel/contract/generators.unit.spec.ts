import { expect, test } from 'vitest'
import { published } from '#test/support/published.ts'

const { schemas } = published.components

const bodies = Object.values(published.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema === undefined ? [] : [{ operationId, schema }]
  })

// https://github.com/OpenAPITools/openapi-generator/issues/24548
test('a generator that names an unnamed body after its operation names no schema twice', () => {
  expect(bodies).not.toEqual([])
  const titles = bodies.map(({ schema }) => ('title' in schema ? schema.title : undefined))

  expect(titles).not.toContain(undefined)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles.filter((title) => String(title) in schemas)).toEqual([])
})

test('no text is an enumeration without a member', () => {
  const empty = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => 'enum' in field && field.enum?.every((value) => value === null))
      .map(([field]) => `${name}.${field}`),
  )
  expect(empty).toEqual([])
})
