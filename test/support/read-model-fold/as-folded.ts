import type { Table } from '#kernel/records/table.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { instant, type Row } from './values.ts'

const tables = new Map<string, Table>(readModels.tables.map((table) => [table.name, table]))

/**
 * A row as the database has it, with instants as the fold has them. It is without its item, if that is what a list
 * shows of the row.
 */
export function asFolded(table: string, row: Row): Row {
  const definition = tables.get(table)
  if (definition === undefined) throw new Error(`there is no table ${table}`)
  const { columns, derived = [] } = definition
  const folded = Object.entries(row).map(([name, value]) => [
    name,
    columns[name]?.type === 'timestamptz' && typeof value === 'string' ? instant(value) : value,
  ])
  const following = derived.filter(({ column, of }) => of(row) === row[column])
  return Object.fromEntries(
    folded.filter(([name]) => following.every(({ column }) => column !== name)),
  )
}
