import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Field, text } from './field.ts'
import type { List } from './list.ts'
import type { Counts, Table } from './table.ts'

// Derives the table, the responses and the list from the description of a record. See customers.ts
// for an example of adding a field or a filter.

type Fields = Readonly<Record<string, Field>>

/** The fields of a record by where they are shown. All except those in `beside` are its columns. */
export interface Sections {
  /** In lists and in details. */
  readonly list?: Fields
  /** In details only; lists do not read them. */
  readonly detail?: Fields
  /** In no response, but lists read them for computed fields. */
  readonly parts?: Fields
  /** In no response: for filters, sorts, searches and computed fields of details. */
  readonly row: Fields
  /** In lists and in details, from another table that the query joins. */
  readonly beside?: Fields
}

type Section<S, Name extends keyof Sections> = S extends { readonly [N in Name]: infer F }
  ? F
  : unknown
type Listed<S> = Section<S, 'list'> & Section<S, 'parts'>
type Stored<S> = Listed<S> &
  Section<S, 'detail'> &
  Section<S, 'row'> & { readonly companyId: typeof text }
/** `bankAccount` as `bank_account`. */
export type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : ''
type ColumnName<Name, F> =
  F extends Field<infer _R, infer _W, infer _S, infer Column>
    ? Column extends ''
      ? Snake<Name & string>
      : Column
    : never
type ColumnsOf<F> = {
  readonly [Name in keyof F as ColumnName<Name, F[Name]>]: F[Name] extends Field<infer R, infer W>
    ? Field<R, W>
    : never
}
type ReadOf<F> = {
  readonly [Name in keyof F as ColumnName<Name, F[Name]>]: F[Name] extends Field<infer R, infer _W>
    ? R
    : never
}

/** A row as a list reads it. */
export type ListRow<S> = ReadOf<Listed<S> & Section<S, 'beside'>>
/** A row as a detail reads it. */
export type DetailRow<S> = ReadOf<Stored<S> & Section<S, 'beside'>>

/** A field of a response that is computed from the whole row. */
interface Computed<R = never, Schema extends TSchema = TSchema> {
  readonly schema: Schema
  show(row: R): unknown
}

export const computed = <R, Schema extends TSchema>(
  schema: Schema,
  show: (row: R) => Static<Schema>,
): Computed<R, Schema> => ({ schema, show })

interface ComputedFields<S = never> {
  readonly list?: Readonly<Record<string, Computed<ListRow<S>>>>
  readonly detail?: Readonly<Record<string, Computed<DetailRow<S>>>>
}

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

interface Rules<Name extends string> {
  /** An SQL condition. Lists and details show only rows that fulfil it. */
  readonly shown?: string
  readonly list?: List<Name>
  /** Indexes besides those for the sorts and ranges of the list. */
  readonly indexes?: readonly string[]
  /** The column by which projectors find rows, if it is not the id. */
  readonly searchedBy?: Name
  /** The fields by which auditors find a record. */
  readonly auditKeys?: readonly Name[]
}

/** A record with any fields. */
export interface AnyRecord extends Table {
  readonly sections: Sections
  readonly computed: ComputedFields
  readonly shown: string | undefined
  readonly list: List | undefined
  readonly auditKeys: readonly string[]
}

export interface RecordOf<S extends Sections, C extends ComputedFields = object> extends AnyRecord {
  readonly columns: ColumnsOf<Stored<S>>
  readonly sections: S
  readonly computed: C
}

/** Describes a record; `name` is the name of its table. */
export function record<const S extends Sections, const C extends ComputedFields<S> = object>(
  name: string,
  sections: S,
  rules: Rules<keyof Stored<S> & string>,
  computedFields?: C,
): RecordOf<S, C>
export function record(
  name: string,
  sections: Sections,
  { shown, list, indexes = [], searchedBy, auditKeys = [] }: Rules<string>,
  computedFields: ComputedFields = {},
): AnyRecord {
  const fields = storedFields(sections)
  const columns = Object.entries(fields).map(([field, kind]) => [columnName(field, kind), kind])
  const counts = list && countsOf(list, fields, shown)
  return {
    name,
    sections,
    computed: computedFields,
    shown,
    list,
    auditKeys,
    columns: Object.fromEntries(columns),
    key: ['company_id', 'id'],
    indexes: [...(list === undefined ? [] : listIndexes(list, fields, shown)), ...indexes],
    searchedBy: searchedBy && columnOf(fields, searchedBy),
    counts,
  }
}

const storedFields = ({ list, parts, detail, row }: Sections): Fields => ({
  companyId: text,
  ...list,
  ...parts,
  ...detail,
  ...row,
})

const facetsOf = ({ filters, otherFacets = [] }: List): readonly string[] => [
  ...filters.flatMap((one) => (one.by === 'facet' ? [one.field] : [])),
  ...otherFacets,
]

function countsOf(list: List, fields: Fields, where: string | undefined): Counts {
  const columnsBy = (wanted: 'range' | 'text') =>
    list.filters.flatMap((one) => (one.by === wanted ? [columnOf(fields, one.field)] : []))
  const [date] = columnsBy('range')
  const [searched] = columnsBy('text')
  const by = facetsOf(list).map((name) => columnOf(fields, name))
  return { where, by, date, text: searched }
}

/** One index for each sort and range. They include the facets, so that pages and counts read nothing else. */
function listIndexes(list: List, fields: Fields, shown: string | undefined) {
  const { sorts, filters } = list
  const facets = facetsOf(list)
    .filter((name) => fields[name]?.type !== 'text[]')
    .map((name) => columnOf(fields, name))
  const sorted = sorts.map((sort) => columnOf(fields, typeof sort === 'string' ? sort : sort[1]))
  const ranges = filters.flatMap((one) => (one.by === 'range' ? [columnOf(fields, one.field)] : []))
  const included = facets.length === 0 ? '' : ` include (${facets.join(', ')})`
  const rows = shown === undefined ? '' : ` where ${shown}`
  return [...new Set([...sorted, ...ranges])].map(
    (column) => `(company_id, ${column}, id)${included}${rows}`,
  )
}

/** A field of any section. */
export const fieldIn = ({ name, sections }: AnyRecord, field: string): Field => {
  const found = { ...storedFields(sections), ...sections.beside }[field]
  if (found === undefined) throw new Error(`${name} has no field ${field}`)
  return found
}

/** The column of a field. */
export const columnIn = (one: AnyRecord, field: string): string =>
  columnName(field, fieldIn(one, field))

function columnOf(fields: Fields, name: string): string {
  const found = fields[name]
  if (found === undefined) throw new Error(`there is no field ${name}`)
  return columnName(name, found)
}

const columnName = (name: string, { columnName: own }: Field) =>
  own === '' ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : own

const listFields = ({ sections: { list, beside } }: AnyRecord): Fields => ({ ...list, ...beside })

const detailFields = (one: AnyRecord): Fields => ({ ...listFields(one), ...one.sections.detail })

/** The columns that a list reads. */
export const listColumns = ({ sections: { list, parts } }: AnyRecord): readonly string[] =>
  Object.entries({ ...list, ...parts }).map(([name, kind]) => columnName(name, kind))

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
  return answer(listFields(one), row, one.computed.list)
}

/** The schema of the detail. */
export function detailSchema<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
): DetailSchema<S, C>
export function detailSchema(one: AnyRecord): TObject {
  return answerSchema(detailFields(one), { ...one.computed.list, ...one.computed.detail })
}

/** A row as the detail. */
export function detail<S extends Sections, C extends ComputedFields>(
  one: RecordOf<S, C>,
  row: DetailRow<S>,
): Static<DetailSchema<S, C>>
export function detail(one: AnyRecord, row: object): object {
  return answer(detailFields(one), row, { ...one.computed.list, ...one.computed.detail })
}

const answerSchema = (fields: Fields, more: Readonly<Record<string, Computed>> = {}) =>
  Type.Object({
    ...mapValues(fields, ({ schema, words }) => described(schema, words)),
    ...mapValues(more, ({ schema }) => schema),
  })

export const described = (schema: TSchema, words: string | undefined): TSchema =>
  words === undefined ? schema : { ...schema, description: words }

const answer = (
  fields: Fields,
  row: object,
  more: Readonly<Record<string, Computed<object>>> = {},
) => ({
  ...mapValues(fields, (kind, name) => kind.show(Reflect.get(row, columnName(name, kind)))),
  ...mapValues(more, (one) => one.show(row)),
})

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
    show: (row: object) => answer(fields, row),
  }
}
