import type { Static, TSchema } from 'typebox'
import { type Field, text } from './field.ts'
import type { List } from './list.ts'
import { onceEach } from './once-each.ts'
import type { Counts, Table } from './table.ts'

// Derives the table, the responses and the list from the description of a record. See customers.ts
// for an example of adding a field or a filter.

export type Fields = Readonly<Record<string, Field>>

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

export type Section<S, Name extends keyof Sections> = S extends { readonly [N in Name]: infer F }
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
export type ReadOf<F> = {
  readonly [Name in keyof F as ColumnName<Name, F[Name]>]: F[Name] extends Field<infer R, infer _W>
    ? R
    : never
}

/** A row as a list reads it. */
export type ListRow<S> = ReadOf<Listed<S> & Section<S, 'beside'>>
/** A row as a detail reads it. */
export type DetailRow<S> = ReadOf<Stored<S> & Section<S, 'beside'>>

/** A field of a response that is computed from the whole row. */
export interface Computed<R = never, Schema extends TSchema = TSchema> {
  readonly schema: Schema
  show(row: R): unknown
}

export const computed = <R, Schema extends TSchema>(
  schema: Schema,
  show: (row: R) => Static<Schema>,
): Computed<R, Schema> => ({ schema, show })

export interface ComputedFields<S = never> {
  readonly list?: Readonly<Record<string, Computed<ListRow<S>>>>
  readonly detail?: Readonly<Record<string, Computed<DetailRow<S>>>>
}

/** Rows that were in the list and are no more. Programs that follow the list ask for them. */
interface Left<Name extends string> {
  /** When the row left; null while it is in the list. */
  readonly at: Name
  /** What belongs to a person: it is null in a row that has left. */
  readonly without?: readonly Name[]
}

interface Rules<Name extends string> {
  /** An SQL condition. Lists and details show only rows that fulfil it. */
  readonly shown?: string
  /** For a list with the filter `includeDeleted`. */
  readonly left?: Left<Name>
  readonly list?: List<Name>
  /** Indexes besides those for the sorts and ranges of the list. */
  readonly indexes?: readonly string[]
  /** The fields by which projectors find rows, besides the id. */
  readonly searchedBy?: readonly Name[]
  /** The fields by which auditors find a record. */
  readonly auditKeys?: readonly Name[]
}

/** The columns of the rows that have left a list. */
export interface LeftRows {
  readonly at: string
  readonly without: readonly string[]
}

/** A record with any fields. */
export interface AnyRecord extends Table {
  readonly sections: Sections
  readonly computed: ComputedFields
  readonly shown: string | undefined
  readonly left: LeftRows | undefined
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
  { shown, left: leaving, list, indexes = [], searchedBy, auditKeys = [] }: Rules<string>,
  computedFields: ComputedFields = {},
): AnyRecord {
  const fields = storedFields(sections)
  const columns = Object.entries(fields).map(([field, kind]) => [columnName(field, kind), kind])
  const left = leaving && leftRows(leaving, fields)
  const hasLeft = left && `${left.at} is not null`
  return {
    name,
    sections,
    computed: computedFields,
    shown,
    left,
    list,
    auditKeys,
    columns: Object.fromEntries(columns),
    key: ['company_id', 'id'],
    indexes: [
      ...(list === undefined ? [] : listIndexes(list, fields, shown)),
      ...(list === undefined || hasLeft === undefined ? [] : listIndexes(list, fields, hasLeft)),
      ...indexes,
    ],
    searchedBy: searchedBy?.map((field) => columnOf(fields, field)),
    counts: list && [
      countsOf(list, fields, shown),
      ...(hasLeft === undefined
        ? []
        : [{ ...countsOf(list, fields, hasLeft), of: 'left' as const }]),
    ],
  }
}

const leftRows = ({ at, without = [] }: Left<string>, fields: Fields): LeftRows => ({
  at: columnOf(fields, at),
  without: without.map((name) => columnOf(fields, name)),
})

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
  const found = allFields(sections)[field]
  if (found === undefined) throw new Error(`${name} has no field ${field}`)
  return found
}

const allFields = onceEach(
  (sections: Sections): Fields => ({
    ...storedFields(sections),
    ...sections.beside,
  }),
)

/** The column of a field. */
export const columnIn = (one: AnyRecord, field: string): string =>
  columnName(field, fieldIn(one, field))

function columnOf(fields: Fields, name: string): string {
  const found = fields[name]
  if (found === undefined) throw new Error(`there is no field ${name}`)
  return columnName(name, found)
}

export const columnName = (name: string, { columnName: own }: Field) =>
  own === '' ? snakeCase(name) : own

/** `bankAccount` as `bank_account`. */
export const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns that a list reads. */
export const listColumns = ({ sections: { list, parts } }: AnyRecord): readonly string[] =>
  Object.entries({ ...list, ...parts }).map(([name, kind]) => columnName(name, kind))
