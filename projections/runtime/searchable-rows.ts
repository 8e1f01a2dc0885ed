import type pg from 'pg'
import type { StoredRows, TableRows } from './rows.ts'

/** Rows of a table that are also found by a column that is not their key. */
export interface SearchableRows<R> extends TableRows<R> {
  /** Requests the ids of matching rows in the database; returns them if they are loaded already. */
  readonly wantBy: (companyId: string, value: string) => readonly string[] | undefined
  /** The rows with all changes so far, newest first, at most `limit`. They must have been requested. */
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
  /** The maximum of rows for one value: the newest by `updated_at`. */
  readonly limit: number
}

/** Also finds rows that the batch has put and not written yet. */
export function searchableRows<R extends Found>(
  rows: TableRows<R> & StoredRows,
  { schema, column, limit }: Search<R>,
): SearchableRows<R> & StoredRows {
  const { searchedBy, name } = rows.table
  // Otherwise the index would be missing during a rebuild.
  if (searchedBy !== column) throw new Error(`${name} must declare that ${column} is searched by`)
  const table = `${schema}.${name}`
  const asked = new Map<string, readonly [companyId: string, value: string]>()
  const found = new Map<string, readonly string[]>()
  /** Ids of rows that may not be in the database yet; some may have another value by now. */
  const added = new Map<string, Set<string>>()
  const text = searchStatement(table, column, limit)

  async function search(client: pg.ClientBase) {
    const wanted = [...asked.values()]
    for (const key of asked.keys()) found.set(key, [])
    asked.clear()
    const values = [wanted.map(([company]) => company), wanted.map(([, value]) => value)]
    const query = { name: `search ${table} by ${column}`, text, values }
    for (const row of (await client.query<FoundIds>(query)).rows) {
      found.set(keyOf(row.company_id, row.value), row.ids)
    }
  }

  /** What was found and added may be in the database by now. */
  function forgetIds() {
    for (const map of [asked, found, added]) map.clear()
  }

  return {
    ...rows,
    put(row) {
      rows.put(row)
      const value = row[column]
      if (typeof value !== 'string') return
      const key = keyOf(row.company_id, value)
      added.set(key, (added.get(key) ?? new Set()).add(row.id))
    },
    wantBy(companyId, value) {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) asked.set(key, [companyId, value])
      return ids
    },
    getBy(companyId, value) {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) throw new Error(`${table} by ${column} was not requested`)
      return [...new Set([...ids, ...(added.get(key) ?? [])])]
        .flatMap((id) => rows.get(companyId, id) ?? [])
        .filter((row) => row[column] === value)
        .toSorted(newestFirst)
        .slice(0, limit)
    },
    isAsked: () => rows.isAsked() || asked.size > 0,
    async load(client) {
      await Promise.all([
        ...(rows.isAsked() ? [rows.load(client)] : []),
        ...(asked.size > 0 ? [search(client)] : []),
      ])
    },
    committed() {
      rows.committed()
      forgetIds()
    },
    forget() {
      rows.forget()
      forgetIds()
    },
  }
}

interface FoundIds {
  readonly company_id: string
  readonly value: string
  readonly ids: readonly string[]
}

const searchStatement = (table: string, column: string, limit: number) => `
  select wanted.company_id, wanted.value, array_agg(newest.id) as ids
  from unnest($1::text[], $2::text[]) as wanted (company_id, value)
  cross join lateral (
    select id from ${table}
    where company_id = wanted.company_id and ${column} = wanted.value
    order by updated_at desc limit ${limit}
  ) as newest
  group by wanted.company_id, wanted.value`

const keyOf = (companyId: string, value: string) => `${companyId}\0${value}`

const newestFirst = (one: Found, other: Found) =>
  BigInt(one.updated_at) > BigInt(other.updated_at) ? -1 : 1
