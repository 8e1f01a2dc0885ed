import { schemaName } from '#publishing/events/decision.ts'
import type { Json } from '#publishing/events/public-event.ts'

/** The schema of a type as written to its file. */
export const schemaDocument = (type: string, description: string, schema: object): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: schemaName(type),
  title: type,
  description,
  ...plain(schema),
})

/** A description that a union and its part share appears once, on the union. */
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
