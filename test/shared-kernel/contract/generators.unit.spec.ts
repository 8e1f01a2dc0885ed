import { expect, test } from 'vitest'
import { published } from '#test/support/published.ts'

const { schemas } = published.components

test('no text is an enumeration without a member', () => {
  const empty = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, field]) => 'enum' in field && field.enum?.every((value) => value === null))
      .map(([field]) => `${name}.${field}`),
  )
  expect(empty).toEqual([])
})
