import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { type Body, capitalised } from './variants.ts'

type Plain = Readonly<Record<string, unknown>>

/** A value that the schema allows: its own example, or one that its members give. */
export function exampleOf(schema: TSchema): unknown {
  const plain: Plain = { ...schema }
  const [own] = Array.isArray(plain['examples']) ? plain['examples'] : []
  // A variant of a request allows less than the field's own schema.
  if (own !== undefined && Check(schema, own)) return own
  const [first] = schemasIn(plain['anyOf'])
  if (first !== undefined) return exampleOf(first)
  if (Array.isArray(plain['enum'])) return plain['enum'][0]
  if ('const' in plain) return plain['const']
  if (isSchema(plain['items'])) return [exampleOf(plain['items'])]
  const { properties } = plain
  return isPlain(properties) ? objectExample(properties) : simpleExample(plain)
}

/** The same with what this outcome changes, in objects within it too. */
export function changed(example: unknown, values: unknown): unknown {
  if (!isPlain(example) || !isPlain(values)) return values
  const given = Object.entries(values)
  return {
    ...example,
    ...Object.fromEntries(given.map(([key, value]) => [key, changed(example[key], value)])),
  }
}

/** What must be sent and nothing else; one for each variant of the body. */
export function bodyExamples(given: Body): Readonly<Record<string, Plain>> {
  const { variants } = given
  if (variants.length === 0) return { smallest: smallestOf(given) }
  return Object.fromEntries(
    variants.flatMap(({ value, body }) =>
      Object.entries(bodyExamples(body)).map(([name, example]) => [
        name === 'smallest' ? value : `${value}${capitalised(name)}`,
        example,
      ]),
    ),
  )
}

function smallestOf({ schema: { properties, required = [] } }: Body): Plain {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return objectExample(Object.fromEntries(needed))
}

const objectExample = (properties: Plain): Plain =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, exampleOf(schema)]] : [],
    ),
  )

function simpleExample({ type, format, pattern, minimum }: Plain): unknown {
  if (type === 'null') return null
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (format === 'uuid') return '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  if (format !== undefined) return '2026-11-20T09:45:00.123Z'
  return pattern === undefined ? 'text' : '65a1b2c3d4e5f6a7b8c9d0e1'
}

const schemasIn = (value: unknown): readonly TSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is TSchema => isPlain(value)
