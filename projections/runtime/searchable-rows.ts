import type pg from 'pg'
import { type IdSearch, idSearch } from './id-search.ts'
import type { StoredRows, TableRows } from './rows.ts'

/** Rows of a table that are also found by a column that is not their key. */
export interface SearchableRows<R> extends TableRows<R> {
  /** Asks for the ids of those that the database has; gives them when they are known already. */
  readonly wantBy: IdSearch['want']
  /** As it is by now, newest first, at most as many as are ever found. It must have been asked for. */
  readonly getBy: (companyId: string, value: string) => readonly R[]
}

interface Found {
  readonly company_id: string
  readonly id: string
  readonly updated_at: string
}

interface Search<R> {
  readonly schema: string
  readonly column: string & keyof R
  /** How many of one value are found; the newest by `updated_at`. */
  readonly limit: number
}

/** What a batch puts is found too, before it is written. */
export function searchableRows<R extends Found>(
  rows: TableRows<R> & StoredRows,
  { schema, column, limit }: Search<R>,
): SearchableRows<R> & StoredRows {
  const { searchedBy, name } = rows.table
  // Else its index would be missing while tables are built.
  if (searchedBy !== column) throw new Error(`${name} must say that it is searched by ${column}`)
  const ids = idSearch({ table: `${schema}.${name}`, column, limit })
  return {
    ...rows,
    put(row) {
      rows.put(row)
      const value = row[column]
      if (typeof value === 'string') ids.add(row.company_id, value, row.id)
    },
    wantBy: ids.want,
    getBy: (companyId, value) =>
      ids
        .get(companyId, value)
        .flatMap((id) => rows.get(companyId, id) ?? [])
        .filter((row) => row[column] === value)
        .toSorted(newestFirst)
        .slice(0, limit),
    isAsked: () => rows.isAsked() || ids.isAsked(),
    async load(client: pg.ClientBase) {
      await Promise.all([
        ...(rows.isAsked() ? [rows.load(client)] : []),
        ...(ids.isAsked() ? [ids.load(client)] : []),
      ])
    },
    committed() {
      rows.committed()
      ids.forget()
    },
    forget() {
      rows.forget()
      ids.forget()
    },
  }
}

const newestFirst = (one: Found, other: Found) =>
  BigInt(one.updated_at) > BigInt(other.updated_at) ? -1 : 1
