import type pg from 'pg'

const MAX_EXAMPLES = 20

interface Pair {
  readonly serving: string
  readonly other: string
  /** By default all tables of both. */
  readonly tableNames?: readonly string[] | undefined
  /** By default the rows of all companies. */
  readonly companyId?: string | undefined
}

/** A row that differs: its key and columns, never values, which may be personal. */
export interface RowDifference {
  readonly table: string
  readonly key: readonly string[]
  /** `missing`: the served table lacks it. `surplus`: only the served table has it. */
  readonly kind: 'missing' | 'surplus' | 'changed'
  /** The differing columns of a changed row. */
  readonly columns: readonly string[]
}

export interface TableComparison {
  readonly table: string
  /** In the serving schema. */
  readonly rows: number
  /** Rows that the serving schema lacks. */
  readonly missing: number
  /** Rows that only the serving schema has. */
  readonly surplus: number
  readonly changed: number
  /** Columns of only one of the two; they are not compared. */
  readonly columnsOfOne: readonly string[]
}

export interface TablesComparison {
  readonly rows: number
  readonly differences: number
  readonly tables: readonly TableComparison[]
  /** The first ones. */
  readonly examples: readonly RowDifference[]
}

/**
 * Compares two schemas row by row, to the last bit. Give it a client within a transaction that sees
 * both at one position.
 */
export async function compareSchemas(client: pg.ClientBase, pair: Pair): Promise<TablesComparison> {
  const compared: TableComparison[] = []
  const examples: RowDifference[] = []
  for (const table of pair.tableNames ?? (await tablesIn(client, pair))) {
    const columns = await columnsOf(client, pair, table)
    const counts = await countDifferences(client, pair, columns)
    compared.push(counts)
    const limit = MAX_EXAMPLES - examples.length
    if (differencesIn(counts) > 0 && limit > 0) {
      examples.push(...(await firstDifferences(client, pair, { ...columns, limit })))
    }
  }
  return {
    rows: sum(compared.map(({ rows }) => rows)),
    differences: sum(compared.map(differencesIn)),
    tables: compared,
    examples,
  }
}

/** Tables that are not derived from the log alone. */
const BOOKKEEPING = ['checkpoint', 'schema_version', 'parked_event']

async function tablesIn(client: pg.ClientBase, { serving, other }: Pair) {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tablename::text as name from pg_tables
     where schemaname in ($1, $2) and tablename <> all($3::text[]) order by name`,
    [serving, other, BOOKKEEPING],
  )
  return rows.map(({ name }) => name)
}

export const differencesIn = ({ missing, surplus, changed }: TableComparison) =>
  missing + surplus + changed

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

interface ComparedColumns {
  readonly table: string
  readonly key: readonly string[]
  readonly shared: readonly string[]
  readonly columnsOfOne: readonly string[]
  /** False if one schema lacks the table, or the table has no company. */
  readonly isInBoth: boolean
}

/** Columns of one name but different types are not compared either. */
async function columnsOf(
  client: pg.ClientBase,
  { serving, other, companyId }: Pair,
  table: string,
): Promise<ComparedColumns> {
  const { rows } = await client.query<{ name: string; count: number; key: boolean }>(
    `select attname as name, count(*)::integer as count, coalesce(bool_or(attnum = any(indkey)), false) as key
     from pg_attribute
     left join pg_index on indrelid = attrelid and indisprimary
     where attrelid in (to_regclass($1), to_regclass($2)) and attnum > 0 and not attisdropped
     group by attname, atttypid
     order by min(attnum), attname`,
    [`${serving}.${table}`, `${other}.${table}`],
  )
  const names = (wanted: typeof rows) => wanted.map(({ name }) => name)
  const shared = rows.filter(({ count }) => count === 2)
  return {
    table,
    key: names(shared.filter(({ key }) => key)),
    shared: names(shared),
    columnsOfOne: [...new Set(names(rows.filter(({ count }) => count === 1)))],
    isInBoth:
      shared.length > 0 &&
      (companyId === undefined || shared.some(({ name }) => name === 'company_id')),
  }
}

/** Compares row images: 1.0 differs from 1.00, and null equals null. */
async function countDifferences(
  client: pg.ClientBase,
  pair: Pair,
  { table, key, shared, columnsOfOne, isInBoth }: ComparedColumns,
): Promise<TableComparison> {
  if (!isInBoth) return { table, rows: 0, missing: 0, surplus: 0, changed: 0, columnsOfOne }
  const [first = ''] = key
  const { rows } = await client.query<Record<'rows' | 'missing' | 'surplus' | 'changed', string>>(
    `select count(one.${first}) as rows,
       count(*) filter (where one.${first} is null) as missing,
       count(*) filter (where two.${first} is null) as surplus,
       count(*) filter (where one.${first} is not null and two.${first} is not null
         and ${rowOf('one', shared)} *<> ${rowOf('two', shared)}) as changed
     from ${joined(pair, table, key)}`,
    valuesOf(pair),
  )
  const [counts = { rows: 0, missing: 0, surplus: 0, changed: 0 }] = rows
  return {
    table,
    rows: Number(counts.rows),
    missing: Number(counts.missing),
    surplus: Number(counts.surplus),
    changed: Number(counts.changed),
    columnsOfOne,
  }
}

async function firstDifferences(
  client: pg.ClientBase,
  pair: Pair,
  { table, key, shared, limit }: ComparedColumns & { readonly limit: number },
): Promise<readonly RowDifference[]> {
  const [first = ''] = key
  const differing = shared
    .filter((column) => !key.includes(column))
    .map(
      (column) =>
        `case when ${rowOf('one', [column])} *<> ${rowOf('two', [column])} then '${column}' end`,
    )
  const { rows } = await client.query<Omit<RowDifference, 'table'>>(
    `select array[${key.map((column) => `coalesce(one.${column}, two.${column})::text`).join(', ')}] as key,
       case when one.${first} is null then 'missing'
            when two.${first} is null then 'surplus' else 'changed' end as kind,
       case when one.${first} is null or two.${first} is null then '{}'::text[]
            else array_remove(array[${differing.join(', ')}]::text[], null) end as columns
     from ${joined(pair, table, key)}
     where one.${first} is null or two.${first} is null
       or ${rowOf('one', shared)} *<> ${rowOf('two', shared)}
     order by key limit ${limit}`,
    valuesOf(pair),
  )
  return rows.map(({ key: values, kind, columns }) => ({ table, key: values, kind, columns }))
}

const joined = ({ serving, other, companyId }: Pair, table: string, key: readonly string[]) => {
  const rows = (schema: string) =>
    companyId === undefined
      ? `${schema}.${table}`
      : `(select * from ${schema}.${table} where company_id = $1)`
  const same = key.map((column) => `one.${column} = two.${column}`).join(' and ')
  return `${rows(serving)} as one full join ${rows(other)} as two on ${same}`
}

const valuesOf = ({ companyId }: Pair) => (companyId === undefined ? [] : [companyId])

const rowOf = (side: string, columns: readonly string[]) =>
  `row(${columns.map((column) => `${side}.${column}`).join(', ')})::record`
