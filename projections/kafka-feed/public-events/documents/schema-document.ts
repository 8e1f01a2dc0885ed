import { schemaName } from '../decision.ts'
import type { Json } from '../public-event.ts'

/** The schema of a type as it stands in its file. */
export const schemaDocument = (type: string, description: string, schema: object): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: schemaName(type),
  title: type,
  description,
  ...plain(schema),
})

/** Said once, on the whole, where a part of a union says the same. */
function plain(schema: object): Json {
  const { anyOf, items, properties, ...own }: Json = { ...schema }
  return {
    ...own,
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(undescribed) } : {}),
    ...(isSchema(items) ? { items: plain(items) } : {}),
    ...(isSchema(properties) ? { properties: mapped(properties) } : {}),
  }
}

function undescribed(schema: object): Json {
  const { description: _, ...rest } = plain(schema)
  return rest
}

const mapped = (properties: object): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isSchema(schema) ? plain(schema) : schema,
    ]),
  )

const isSchema = (value: unknown): value is object => typeof value === 'object' && value !== null
