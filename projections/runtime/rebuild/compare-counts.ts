import type pg from 'pg'
import type { Table } from '#kernel/records/table.ts'
import { type CountTable, countTablesOf } from '#projections/runtime/count-tables.ts'
import type { RowDifference, TableComparison } from './compare.ts'

interface Counted {
  readonly schema: string
  readonly tables: readonly Table[]
  /** By default the counts of all companies. */
  readonly companyId?: string | undefined
}

interface CountComparison {
  readonly tables: readonly TableComparison[]
  readonly examples: readonly RowDifference[]
}

/** Compares the counts that lists show with the rows that they count, both as the client sees them. */
export async function compareCounts(
  client: pg.ClientBase,
  { schema, tables, companyId }: Counted,
): Promise<CountComparison> {
  const compared: TableComparison[] = []
  const examples: RowDifference[] = []
  for (const table of tables) {
    for (const counts of countTablesOf(table)) {
      const from = joined({ schema, table, counts, companyId })
      const values = companyId === undefined ? [] : [companyId]
      compared.push(await totalsOf(client, { counts, from, values }))
      examples.push(...(await firstOf(client, { counts, from, values })))
    }
  }
  return { tables: compared, examples }
}

interface Join {
  readonly counts: CountTable
  readonly from: string
  readonly values: readonly string[]
}

async function totalsOf(
  client: pg.ClientBase,
  { counts, from, values }: Join,
): Promise<TableComparison> {
  const { rows } = await client.query<Record<'rows' | 'missing' | 'surplus' | 'changed', string>>(
    `select count(kept.n) as rows,
       count(*) filter (where kept.n is null) as missing,
       count(*) filter (where counted.n is null) as surplus,
       count(*) filter (where kept.n <> counted.n) as changed
     from ${from}`,
    [...values],
  )
  const [found] = rows
  return {
    table: counts.name,
    rows: Number(found?.rows ?? 0),
    missing: Number(found?.missing ?? 0),
    surplus: Number(found?.surplus ?? 0),
    changed: Number(found?.changed ?? 0),
    columnsOfOne: [],
  }
}

async function firstOf(
  client: pg.ClientBase,
  { counts, from, values }: Join,
): Promise<readonly RowDifference[]> {
  const { rows } = await client.query<{ key: string[]; kind: RowDifference['kind'] }>(
    `select array[${counts.key.map((column) => `${column}::text`).join(', ')}] as key,
       case when kept.n is null then 'missing'
            when counted.n is null then 'surplus' else 'changed' end as kind
     from ${from}
     where kept.n is distinct from counted.n order by key limit 3`,
    [...values],
  )
  return rows.map(({ key, kind }) => ({
    table: counts.name,
    key,
    kind,
    columns: kind === 'changed' ? ['n'] : [],
  }))
}

interface Compared {
  readonly schema: string
  readonly table: Table
  readonly counts: CountTable
  readonly companyId: string | undefined
}

function joined({ schema, table, counts, companyId }: Compared): string {
  const ofCompany = companyId === undefined ? '' : ' where company_id = $1'
  const rows = `select *, 1 as count_weight from ${schema}.${table.name}${ofCompany}`
  return `(select * from ${schema}.${counts.name}${ofCompany}) as kept
     full join (${counts.counted(rows)}) as counted using (${counts.key.join(', ')})`
}
