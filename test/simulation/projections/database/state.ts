import { Map as Kept } from 'immutable'
import type { Table } from '#kernel/records/table.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { parkedEventTable } from '#projections/runtime/parking/table.ts'
import { checkpointTable } from '#projections/runtime/tables.ts'

export type Row = Readonly<Record<string, unknown>>
/** Rows by their primary key. */
export type Rows = Kept<string, Row>
/** All schemas, by their names. A state is never changed, so an earlier one is at hand at any time. */
export type State = Kept<string, Kept<string, Rows>>

export const nothingStored: State = Kept()
const noRows: Rows = Kept()

const versionTable = { name: 'schema_version', key: ['version'], columns: {} }
const definitions: readonly Pick<Table, 'name' | 'key' | 'columns'>[] = [
  versionTable,
  checkpointTable,
  parkedEventTable,
  ...readModels.tables,
]
const byName = new Map(definitions.map((table) => [table.name, table]))

/** The tables of a schema, empty. */
export const emptyTables: Kept<string, Rows> = Kept(
  definitions.map(({ name }): [string, Rows] => [name, noRows]),
)

export function definitionOf(table: string): Pick<Table, 'name' | 'key' | 'columns'> {
  const found = byName.get(table)
  if (found === undefined) throw new Error(`the simulated database has no table ${table}`)
  return found
}

export const keyOf = (table: string, row: Row): string =>
  definitionOf(table)
    .key.map((name) => String(row[name]))
    .join(' ')

export const rowsOf = (state: State, schema: string, table: string): Rows =>
  state.get(schema)?.get(table) ?? noRows

export const hasTables = (state: State, schema: string): boolean =>
  (state.get(schema)?.size ?? 0) > 0

export const withRows = (state: State, schema: string, table: string, rows: Rows): State =>
  state.set(schema, (state.get(schema) ?? emptyTables).set(table, rows))

/** Sorted as PostgreSQL sorts text in the collation "C". */
export const sortedBy = (rows: Iterable<Row>, column: string): readonly Row[] =>
  [...rows].toSorted((one, other) =>
    Buffer.compare(Buffer.from(String(one[column])), Buffer.from(String(other[column]))),
  )
