import type pg from 'pg'
import type { Columns, Row, Table } from '#kernel/records/table.ts'
import { loadStatement, saveStatement } from './statements.ts'
import type { TableWrite } from './write-statement.ts'

const MAX_KEPT = 10_000

/** The rows of one table as the events of a batch see and change them, before they are written. */
export interface TableRows<R> {
  /** Requests that a row be loaded; returns it if it is known already. */
  readonly want: (...key: readonly string[]) => R | undefined
  /** The row with all changes so far. It must have been requested or put. */
  readonly get: (...key: readonly string[]) => R | undefined
  /** A row with columns that its table has not does not compile. */
  readonly put: <Given extends R>(row: Given & Nothing<Exclude<keyof Given, keyof R>>) => void
  /** The row does not stay in memory once it is committed. */
  readonly release: (...key: readonly string[]) => void
}

type Nothing<Names extends PropertyKey> = { readonly [Name in Names]: never }

/** The same rows, for loading and saving. */
export interface StoredRows {
  readonly table: Table
  readonly isAsked: () => boolean
  readonly load: (client: pg.ClientBase) => Promise<void>
  readonly isChanged: () => boolean
  /** Writes the changed rows. */
  readonly save: () => TableWrite
  /** Confirms that the saved rows are committed. They stay in memory, unless released: nothing else writes these tables. */
  readonly committed: () => void
  /** Drops everything in memory. */
  readonly forget: () => void
}

export function tableRows<C extends Columns>(
  schema: string,
  table: Table<C>,
): TableRows<Row<C>> & StoredRows {
  type R = Row<C>
  /** The rows in the database with all changes so far; null = no such row. */
  const known = new Map<string, R | null>()
  const asked = new Map<string, readonly string[]>()
  const changed = new Map<string, R>()
  const released = new Set<string>()
  const load = loadStatement(schema, table)
  const save = saveStatement(schema, table)
  const idOfRow = (row: R) => idOf(table.key.map((name): unknown => Reflect.get(row, name)))

  return {
    table,
    want(...key) {
      const id = idOf(key)
      const row = known.get(id)
      if (row === undefined) asked.set(id, key)
      return row ?? undefined
    },
    get(...key) {
      const row = known.get(idOf(key))
      if (row === undefined) throw new Error(`${table.name} ${key.join(' ')} was not requested`)
      return row ?? undefined
    },
    put(row) {
      const id = idOfRow(row)
      known.set(id, row)
      changed.set(id, row)
    },
    release: (...key) => void released.add(idOf(key)),
    isAsked: () => asked.size > 0,
    async load(client) {
      const wanted = new Map(asked)
      asked.clear()
      const { rows } = await client.query<R>(load([...wanted.values()]))
      for (const id of wanted.keys()) known.set(id, null)
      for (const row of rows) known.set(idOfRow(row), row)
    },
    isChanged: () => changed.size > 0,
    save: () => save([...changed.values()]),
    committed() {
      changed.clear()
      for (const id of released) known.delete(id)
      released.clear()
      if (known.size > MAX_KEPT) known.clear()
    },
    forget() {
      for (const kept of [known, asked, changed, released]) kept.clear()
    },
  }
}

/** Rows that get their MAC as they are put. */
export const signedRows = <R extends { readonly mac: string }>(
  { put, ...rows }: TableRows<R> & StoredRows,
  signed: (row: Omit<R, 'mac'>) => R,
) => ({ ...rows, put: (row: Omit<R, 'mac'>) => put(signed(row)) })

/** Most keys have two parts, and joining a list takes longer. */
const idOf = (key: readonly unknown[]) =>
  key.length === 2 ? `${String(key[0])}\0${String(key[1])}` : key.join('\0')
