import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { described } from './described.ts'
import { onceEach } from './once-each.ts'
import {
  type AnyRecord,
  type Computed,
  type ComputedFields,
  columnName,
  type DetailRow,
  type Fields,
  type ListRow,
  type ReadOf,
  type RecordOf,
  type Section,
  type Sections,
} from './record.ts'

// Derives the items of lists and the details from the description of a record.

type SchemasOf<F> = {
  [Name in keyof F]: F[Name] extends { readonly schema: infer Schema extends TSchema }
    ? Schema
    : never
}
type ItemSchema<S, C> = TObject<
  SchemasOf<Section<S, 'list'> & Section<S, 'beside'> & Section<C, 'list'>>
>
type DetailSchema<S, C> = TObject<
  SchemasOf<
    Section<S, 'list'> &
      Section<S, 'beside'> &
      Section<S, 'detail'> &
      Omit<Section<C, 'list'>, keyof Section<C, 'detail'>> &
      Section<C, 'detail'>
  >
>

const listFields = ({ sections: { list, beside } }: AnyRecord): Fields => ({ ...list, ...beside })

const detailFields = (one: AnyRecord): Fields => ({ ...listFields(one), ...one.sections.detail })

/** The schema of an item of the list. */
export function itemSchema<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
): ItemSchema<S, C>
export function itemSchema(one: AnyRecord): TObject {
  return listItemSchema(one)
}

/** The same for a record of any type. */
export const listItemSchema = (one: AnyRecord): TObject =>
  answerSchema(listFields(one), one.computed.list)

/** A row as an item of the list. */
export function item<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
  row: ListRow<S>,
): Static<ItemSchema<S, C>>
export function item(one: AnyRecord, row: object): object {
  return itemOf(one)(row)
}

/** The same for a record of any type. */
export const anyItem = (one: AnyRecord, row: object): object => itemOf(one)(row)

const itemOf = onceEach((one: AnyRecord) => answering(listFields(one), one.computed.list))

/** The schema of the detail. */
export function detailSchema<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
): DetailSchema<S, C>
export function detailSchema(one: AnyRecord): TObject {
  return anyDetailSchema(one)
}

/** The same for a record of any type. */
export const anyDetailSchema = (one: AnyRecord): TObject =>
  answerSchema(detailFields(one), { ...one.computed.list, ...one.computed.detail })

/** A row as the detail. */
export function detail<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
  row: DetailRow<S>,
): Static<DetailSchema<S, C>>
export function detail(one: AnyRecord, row: object): object {
  return anyDetail(one, row)
}

/** The same for a record of any type. */
export const anyDetail = (one: AnyRecord, row: object): object => detailOf(one)(row)

const detailOf = onceEach((one: AnyRecord) =>
  answering(detailFields(one), { ...one.computed.list, ...one.computed.detail }),
)

const answerSchema = (fields: Fields, more: Readonly<Record<string, Computed>> = {}) =>
  Type.Object({
    ...mapValues(fields, ({ schema, words, example }) =>
      words === undefined ? schema : described(schema, words, example),
    ),
    ...mapValues(more, ({ schema }) => schema),
  })

/** The name of a schema in the OpenAPI document. */
export const named = <S extends TSchema>(title: string, schema: S): S => ({ ...schema, title })

/** Properties in the words of the record's fields of the same names, where they have none of their own. */
export function inWordsOf<P extends TProperties>(one: AnyRecord, properties: P): P
export function inWordsOf(one: AnyRecord, properties: TProperties): TProperties {
  const known = anyDetailSchema(one).properties
  return mapValues(properties, (schema, name) => {
    const { description, examples: [example] = [] }: Words = known[name] ?? {}
    return 'description' in schema || description === undefined
      ? schema
      : described(schema, description, example)
  })
}

interface Words {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/** Works out once what is the same for every row: a service shows thousands of rows a second. */
function answering(fields: Fields, more: Readonly<Record<string, Computed<object>>> = {}) {
  const stored = Object.entries(fields).map(([name, kind]) => ({
    name,
    column: columnName(name, kind),
    kind,
  }))
  const computed = Object.entries(more)
  return (row: object): object => {
    const shown: Record<string, unknown> = {}
    for (const { name, column, kind } of stored) shown[name] = kind.show(Reflect.get(row, column))
    for (const [name, one] of computed) shown[name] = one.show(row)
    return shown
  }
}

const mapValues = <Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

type Answered<S> = Section<S, 'list'> & Section<S, 'detail'>
type Picked<S, N> = Pick<Answered<S>, N & keyof Answered<S>>

/** Some fields of a record, for responses that show only these. */
export interface Part<F> {
  readonly schema: TObject<SchemasOf<F>>
  readonly columns: readonly (keyof ReadOf<F> & string)[]
  readonly show: (row: ReadOf<F>) => Static<TObject<SchemasOf<F>>>
}

export function partOf<S extends Sections, const N extends keyof Answered<S> & string>(
  one: RecordOf<S>,
  names: readonly N[],
): Part<Picked<S, N>>
export function partOf(one: AnyRecord, names: readonly string[]): unknown {
  const known = Object.entries(detailFields(one)).filter(([name]) => names.includes(name))
  const fields = Object.fromEntries(known)
  return {
    schema: answerSchema(fields),
    columns: known.map(([name, kind]) => columnName(name, kind)),
    show: answering(fields),
  }
}
