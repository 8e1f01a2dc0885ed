import type pg from 'pg'
import type { Columns, Row, Table } from '#kernel/records/table.ts'
import { loadStatement, saveStatement } from './statements.ts'

const MAX_KEPT = 10_000

/** Rows of one table as a batch of events sees and changes them, before they are written. */
export interface TableRows<R> {
  /** Asks for a row to be loaded; gives it when it is known already. */
  readonly want: (...key: readonly string[]) => R | undefined
  /** The row as it is by now. It must have been asked for, or put. */
  readonly get: (...key: readonly string[]) => R | undefined
  readonly put: (row: R) => void
}

/** The same, for whoever moves rows between memory and the database. */
export interface StoredRows {
  readonly table: Table
  readonly isAsked: () => boolean
  readonly load: (client: pg.ClientBase) => Promise<void>
  readonly isChanged: () => boolean
  readonly save: (client: pg.ClientBase) => Promise<void>
  /** What was saved is committed; it stays in memory, for nobody else writes these tables. */
  readonly committed: () => void
  /** Nothing in memory counts any more. */
  readonly forget: () => void
}

export function tableRows<C extends Columns>(
  schema: string,
  table: Table<C>,
): TableRows<Row<C>> & StoredRows {
  type R = Row<C>
  /** What is known to be in the database, with the changes; null = no such row. */
  const known = new Map<string, R | null>()
  const asked = new Map<string, readonly string[]>()
  const changed = new Map<string, R>()
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
      if (row === undefined) throw new Error(`${table.name} ${key.join(' ')} was not asked for`)
      return row ?? undefined
    },
    put(row) {
      const id = idOfRow(row)
      known.set(id, row)
      changed.set(id, row)
    },
    isAsked: () => asked.size > 0,
    async load(client) {
      const wanted = new Map(asked)
      asked.clear()
      const { rows } = await client.query<R>(load([...wanted.values()]))
      for (const id of wanted.keys()) known.set(id, null)
      for (const row of rows) known.set(idOfRow(row), row)
    },
    isChanged: () => changed.size > 0,
    async save(client) {
      await client.query(save([...changed.values()]))
    },
    committed() {
      changed.clear()
      if (known.size > MAX_KEPT) known.clear()
    },
    forget() {
      for (const map of [known, asked, changed]) map.clear()
    },
  }
}

const idOf = (key: readonly unknown[]) => key.join('\0')
