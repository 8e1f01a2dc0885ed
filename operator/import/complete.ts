import type { Static, TObject, TSchema } from 'typebox'

type FieldsOf<Schema extends TObject> = Schema['properties']

/** What a line says, with the defaults of the fields that it leaves out. */
export type Complete<Schema extends TObject> = Static<Schema> & {
  readonly [Name in keyof FieldsOf<Schema> as FieldsOf<Schema>[Name] extends {
    readonly default: unknown
  }
    ? Name
    : never]: Static<FieldsOf<Schema>[Name]>
}

export function complete<Schema extends TObject>(
  schema: Schema,
  given: Static<Schema>,
): Complete<Schema> {
  const defaults = Object.entries<TSchema>(schema.properties).flatMap(([name, field]) =>
    'default' in field ? [[name, field.default] as const] : [],
  )
  const whole: unknown = { ...Object.fromEntries(defaults), ...given }
  if (!isComplete(schema, whole)) throw new Error('a default is missing')
  return whole
}

const isComplete = <Schema extends TObject>(
  schema: Schema,
  value: unknown,
): value is Complete<Schema> =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries<TSchema>(schema.properties).every(
    ([name, field]) => !('default' in field) || Object.hasOwn(value, name),
  )
