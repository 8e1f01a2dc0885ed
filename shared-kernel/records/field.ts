import { type Static, type TInteger, type TNull, type TSchema, type TUnion, Type } from 'typebox'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { isoMicroseconds } from './times.ts'

/**
 * A field of a record: its column, and its form in responses. `Read` is the type that the database
 * returns, `Write` the type that projectors store. `Column` names the column; '' for the field's name.
 */
export interface Field<
  Read = unknown,
  Write = Read,
  Schema extends TSchema = TSchema,
  Column extends string = string,
> extends Parts<Schema> {
  readonly columnName: Column
  readonly write?: Write
  show(stored: Read): unknown
  /** The description and an example in the OpenAPI document, and in requests that have the field. */
  says(words: string, example?: Static<Schema>): Field<Read, Write, Schema, Column>
  /** Gives the column a name other than the field's. */
  column<const Name extends string>(name: Name): Field<Read, Write, Schema, Name>
}

interface Parts<Schema> {
  /** Its type in PostgreSQL. */
  readonly type: string
  readonly nullable: boolean
  /** The schema in responses. */
  readonly schema: Schema
  readonly filterSchema: TSchema
  readonly words: string | undefined
  readonly example?: unknown
}

const field = <Read, Write, Schema extends TSchema, Column extends string>(
  parts: Parts<Schema> & { readonly show: (stored: Read) => unknown },
  columnName: Column,
): Field<Read, Write, Schema, Column> => ({
  ...parts,
  columnName,
  says: (words, example) => field({ ...parts, words, example }, columnName),
  column: (name) => field(parts, name),
})

/** A kind of field: its type in PostgreSQL, its schema in responses, and the conversion. */
export const kind = <Read, Schema extends TSchema, Write = Read>(
  type: string,
  schema: Schema,
  show: (stored: Read) => Static<Schema>,
  filterSchema: TSchema = schema,
): Field<Read, Write, Schema, ''> =>
  field({ type, nullable: false, schema, filterSchema, words: undefined, show }, '')

const asKept = <Value>(value: Value): Value => value
const askedText = Type.String({ minLength: 1, maxLength: 500 })
const dateTime = Type.String({ format: 'date-time' })

/** The format is that of the contract's fields. */
const askedNumber = Type.String({ minLength: 1, maxLength: 500, format: 'identityNumber' })

export const text = kind('text', Type.String(), asKept<string>, askedText)
/** Of a person or a company: it is asked for in digits from 0 to 9. */
export const identityNumber = kind('text', Type.String(), asKept<string>, askedNumber)
export const id = kind('text', Type.String({ pattern: '^[0-9a-f]{24}$' }), asKept<string>).says(
  '24 hexadecimal digits.',
)
const Texts = Type.Array(Type.String())
export const texts = kind<string[], typeof Texts, readonly string[]>(
  'text[]',
  Texts,
  asKept,
  askedText,
)
export const flag = kind('boolean', Type.Boolean(), asKept<boolean>)
export const integer = kind('integer', Type.Integer(), asKept<number>)
/** An integer between limits. */
export const integerOf = (limits: TInteger) => kind('integer', limits, asKept<number>)
/** Money, rates and quantities: exact, as text. */
export const decimal = kind('numeric', Type.Number(), (stored: string) => toJsonNumber(stored))
export const instant = kind<Date, typeof dateTime, string>('timestamptz', dateTime, (stored) =>
  stored.toISOString(),
)
/** Microseconds since 1970: exact, as text. */
export const microseconds = kind('bigint', dateTime, isoMicroseconds)
export const createdAt = microseconds.says('When it was created.', '2026-11-20T09:45:00.123456Z')
export const updatedAt = microseconds.says(
  'When it last changed, in microseconds; strictly increasing within a company.',
  '2026-11-20T09:45:00.123456Z',
)
/** An integer as text, because JavaScript's numbers are too small for it. */
export const bigint = kind('bigint', Type.String(), asKept<string>)
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  kind('text', Type.Enum([...values], { type: 'string' }), asKept<Value>)
/** JSON that no response shows. */
export const json = <Stored>() => kind('jsonb', Type.Unknown(), asKept<Stored>)
export const shownJson = <Stored, Schema extends TSchema>(
  schema: Schema,
  show: (stored: Stored) => Static<Schema>,
) => kind('jsonb', schema, show)

/** Null in the database and in responses if there is no value. */
export const orNull = <Read, Write, Schema extends TSchema, Column extends string>(
  inner: Field<Read, Write, Schema, Column>,
): Field<Read | null, Write | null, TUnion<[Schema, TNull]>, Column> =>
  field(
    {
      ...inner,
      nullable: true,
      schema: Type.Union([inner.schema, Type.Null()]),
      show: (stored) => (stored === null ? null : inner.show(stored)),
    },
    inner.columnName,
  )

/** Of a response, where nothing is stored by that name. */
export const nullableText = orNull(text).schema

/** Null in the database if there is no value, which responses show in another form. */
export const shownWithoutValue = <Read, Schema extends TSchema>(
  type: string,
  schema: Schema,
  show: (stored: Read | null) => Static<Schema>,
): Field<Read | null, Read | null, Schema, ''> =>
  field({ type, nullable: true, schema, filterSchema: schema, words: undefined, show }, '')
