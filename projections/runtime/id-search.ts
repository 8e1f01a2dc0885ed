import type pg from 'pg'

/** Ids of a table's rows by another column: those in the database, and newer ones. */
export interface IdSearch {
  /** Asks for what is in the database; gives it when it is known already. */
  readonly want: (companyId: string, value: string) => readonly string[] | undefined
  /** It must have been asked for. Some may have another value by now. */
  readonly get: (companyId: string, value: string) => readonly string[]
  /** Tells of a row that may not be in the database yet. */
  readonly add: (companyId: string, value: string, id: string) => void
  readonly isAsked: () => boolean
  readonly load: (client: pg.ClientBase) => Promise<void>
  /** What was found and added counts no more: it may be in the database now. */
  readonly forget: () => void
}

interface Order {
  /** With its schema. */
  readonly table: string
  readonly column: string
  /** How many of one value are found; the newest by `updated_at`. */
  readonly limit: number
}

interface FoundIds {
  readonly company_id: string
  readonly value: string
  readonly ids: readonly string[]
}

export function idSearch({ table, column, limit }: Order): IdSearch {
  const asked = new Map<string, readonly [companyId: string, value: string]>()
  const found = new Map<string, readonly string[]>()
  const added = new Map<string, Set<string>>()
  const text = `
    select wanted.company_id, wanted.value, array_agg(newest.id) as ids
    from unnest($1::text[], $2::text[]) as wanted (company_id, value)
    cross join lateral (
      select id from ${table}
      where company_id = wanted.company_id and ${column} = wanted.value
      order by updated_at desc limit ${limit}
    ) as newest
    group by wanted.company_id, wanted.value`

  return {
    want(companyId, value) {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) asked.set(key, [companyId, value])
      return ids
    },
    get(companyId, value) {
      const key = keyOf(companyId, value)
      const ids = found.get(key)
      if (ids === undefined) throw new Error(`${table} by ${column} was not asked for`)
      return [...new Set([...ids, ...(added.get(key) ?? [])])]
    },
    add(companyId, value, id) {
      const key = keyOf(companyId, value)
      added.set(key, (added.get(key) ?? new Set()).add(id))
    },
    isAsked: () => asked.size > 0,
    async load(client) {
      const wanted = [...asked.values()]
      for (const key of asked.keys()) found.set(key, [])
      asked.clear()
      const values = [wanted.map(([company]) => company), wanted.map(([, value]) => value)]
      const order = { name: `search ${table} by ${column}`, text, values }
      for (const row of (await client.query<FoundIds>(order)).rows) {
        found.set(keyOf(row.company_id, row.value), row.ids)
      }
    },
    forget() {
      for (const map of [asked, found, added]) map.clear()
    },
  }
}

const keyOf = (companyId: string, value: string) => `${companyId}\0${value}`
