import { type TSchema, Type } from 'typebox'

// The types of stored fields. Money, rates and quantities are decimal strings.

export const id = Type.String()
export const string = Type.String()
export const boolean = Type.Boolean()
export const integer = Type.Integer()
export const decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' })
/** ISO 8601, UTC. */
export const instant = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$' })
/** `YYYY-MM-DD` */
export const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
export const list = <S extends TSchema>(item: S) => Type.Array(item)
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  Type.Enum<[...Values]>([...values])
