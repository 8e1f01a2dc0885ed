import { IsArray, IsObject, IsUnion, type TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { dotted, stepsOf } from '#kernel/domain/json-pointer.ts'

const MOST_NAMED = 3

/** A stored event that this version cannot read, or one that must not be stored. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'

  constructor(event: string, reason: string) {
    super(`an event ${event} does not match the schema of its type: ${reason}`)
  }
}

/** The fields of an event that do not match, by their paths, without anything of their values. */
export function fieldsAtFault(schema: TSchema, data: unknown): string {
  const paths = Errors(schema, data).flatMap((error) => {
    const steps = stepsOf(error.instancePath)
    const at = declared(schema, steps)
    if (error.keyword !== 'required' || at.length < steps.length) return [at]
    return error.params.requiredProperties.map((name) => [...at, name])
  })
  const all = [...new Set(paths.map((path) => dotted(['data', ...path])))]
  const named = all.filter((path) => !all.some((other) => isWithin(path, other)))
  const more = named.length - MOST_NAMED
  return `${named.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const isWithin = (path: string, other: string) =>
  other.startsWith(`${path}.`) || other.startsWith(`${path}[`)

/** As far as the schema names the steps: a key that it does not name is data, and may be a person's. */
function declared(schema: TSchema, steps: readonly string[]): readonly string[] {
  let schemas: readonly TSchema[] = [schema]
  for (const [index, step] of steps.entries()) {
    schemas = schemas.flatMap(alternatives).flatMap((one) => memberOf(one, step))
    if (schemas.length === 0) return steps.slice(0, index)
  }
  return steps
}

const alternatives = (schema: TSchema): readonly TSchema[] =>
  IsUnion(schema) ? schema.anyOf.flatMap(alternatives) : [schema]

function memberOf(schema: TSchema, step: string): readonly TSchema[] {
  if (IsArray(schema)) return [schema.items]
  const member = IsObject(schema) ? schema.properties[step] : undefined
  return member === undefined ? [] : [member]
}
