import type pg from 'pg'
import type { StoredRows, TableRows } from './rows.ts'

/** Rows of a table that are also found by columns that are not their key. */
export interface SearchableRows<R> extends TableRows<R> {
  /** Requests the ids of matching rows in the database; returns them if they are loaded already. */
  readonly wantBy: (companyId: string, value: string) => readonly string[] | undefined
  /**
   * The rows with all changes so far; with a limit the newest, newest first. They must have been requested.
   */
  readonly getBy: (companyId: string, value: string) => readonly R[]
}

interface IdentifiedRow {
  readonly company_id: string
  readonly id: string
  readonly updated_at: string
}

interface Search<R> {
  readonly schema: string
  readonly columns: readonly (string & keyof R)[]
  /** The maximum of rows for one value: the newest by `updated_at`. Without it, all of them. */
  readonly limit?: number
}

/** Also finds rows that the batch has put and not written yet. */
export function searchableRows<R extends IdentifiedRow>(
  rows: TableRows<R> & StoredRows,
  { schema, columns, limit }: Search<R>,
): SearchableRows<R> & StoredRows {
  const { searchedBy = [], name } = rows.table
  // Otherwise an index would be missing during a rebuild.
  const unsaid = columns.find((column) => !searchedBy.includes(column))
  if (unsaid !== undefined) throw new Error(`${name} must declare that ${unsaid} is searched by`)
  const ids = idSearch(searchStatement(`${schema}.${name}`, columns, limit), name)
  return {
    ...rows,
    put(row) {
      rows.put(row)
      for (const column of columns) {
        const value = row[column]
        if (typeof value === 'string') ids.add(row.company_id, value, row.id)
      }
    },
    wantBy: (companyId, value) => ids.want(companyId, value),
    getBy(companyId, value) {
      const found = ids
        .get(companyId, value)
        .flatMap((id) => rows.get(companyId, id) ?? [])
        .filter((row) => columns.some((column) => row[column] === value))
      return limit === undefined ? found : found.toSorted(newestFirst).slice(0, limit)
    },
    isAsked: () => rows.isAsked() || ids.isAsked(),
    async load(client) {
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

/** Ids of a table's rows by other columns: those in the database, and newer ones. */
function idSearch(text: string, table: string) {
  const asked = new Map<string, readonly [companyId: string, value: string]>()
  const found = new Map<string, readonly string[]>()
  const added = new Map<string, Set<string>>()

  return {
    want(companyId: string, value: string): readonly string[] | undefined {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) asked.set(key, [companyId, value])
      return ids
    },
    /** Some may have another value by now. */
    get(companyId: string, value: string): readonly string[] {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) throw new Error(`${table} by ${value} was not requested`)
      return [...new Set([...ids, ...(added.get(key) ?? [])])]
    },
    /** Adds a row that may not be in the database yet. */
    add(companyId: string, value: string, id: string) {
      const key = keyOf(companyId, value)
      added.set(key, (added.get(key) ?? new Set()).add(id))
    },
    isAsked: () => asked.size > 0,
    async load(client: pg.ClientBase) {
      const wanted = [...asked.values()]
      for (const key of asked.keys()) found.set(key, [])
      asked.clear()
      const values = [wanted.map(([company]) => company), wanted.map(([, value]) => value)]
      const query = { name: `search ${table}`, text, values }
      for (const row of (await client.query<FoundIds>(query)).rows) {
        found.set(keyOf(row.company_id, row.value), row.ids)
      }
    },
    /** What was found and added may be in the database by now. */
    forget() {
      for (const map of [asked, found, added]) map.clear()
    },
  }
}

interface FoundIds {
  readonly company_id: string
  readonly value: string
  readonly ids: readonly string[]
}

const searchStatement = (table: string, columns: readonly string[], limit: number | undefined) => `
  select wanted.company_id, wanted.value, array_agg(newest.id) as ids
  from unnest($1::text[], $2::text[]) as wanted (company_id, value)
  cross join lateral (
    select id from ${table}
    where company_id = wanted.company_id
      and (${columns.map((column) => `${column} = wanted.value`).join(' or ')})
    ${limit === undefined ? '' : `order by updated_at desc limit ${limit}`}
  ) as newest
  group by wanted.company_id, wanted.value`

const keyOf = (companyId: string, value: string) => `${companyId}\0${value}`

const newestFirst = (one: IdentifiedRow, other: IdentifiedRow) =>
  BigInt(one.updated_at) > BigInt(other.updated_at) ? -1 : 1
