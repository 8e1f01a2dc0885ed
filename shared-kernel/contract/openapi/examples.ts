import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { valuesBySchema } from './example-records.ts'
import { valuesByField } from './example-values.ts'
import { type Body, capitalised } from './variants.ts'

type Plain = Readonly<Record<string, unknown>>

/** A value that the schema allows: its own example, or as like a real one as its schema's and its field's names tell. */
export function exampleOf(schema: TSchema, name = '', owner = ''): unknown {
  const plain: Plain = { ...schema }
  const [own] = Array.isArray(plain['examples']) ? plain['examples'] : []
  for (const value of [own, valuesBySchema[owner]?.[name], valuesByField[name]]) {
    if (value !== undefined && Check(schema, value)) return value
  }
  const [first] = schemasIn(plain['anyOf'])
  if (first !== undefined) return exampleOf(first, name, owner)
  if (Array.isArray(plain['enum'])) return plain['enum'][0]
  if ('const' in plain) return plain['const']
  if (isSchema(plain['items'])) return [exampleOf(plain['items'], name, owner)]
  const { properties, title } = plain
  if (isPlain(properties)) {
    return objectExample(properties, typeof title === 'string' ? title : owner)
  }
  return simpleExample(plain)
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

function smallestOf({ name: owner, schema: { properties, required = [] } }: Body): Plain {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return objectExample(Object.fromEntries(needed), owner)
}

const objectExample = (properties: Plain, owner: string): Plain =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, exampleOf(schema, name, owner)]] : [],
    ),
  )

function simpleExample({ type, format, pattern, minimum }: Plain): unknown {
  if (type === 'null') return null
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1
  if (format === 'uuid') return valuesByField['traceId']
  if (format !== undefined) return valuesByField['timestamp']
  return pattern === undefined ? 'text' : valuesByField['id']
}

const schemasIn = (value: unknown): readonly TSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : []

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is TSchema => isPlain(value)
