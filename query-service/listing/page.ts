import { type AliasedExpression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '#kernel/contract/envelope.ts'
import { ITEM } from '#kernel/records/kept-items.ts'
import { onceEach } from '#kernel/records/once-each.ts'
import {
  type AnyRecord,
  type ListRow,
  listColumns,
  type RecordOf,
  type Sections,
} from '#kernel/records/record.ts'
import type { CompanyRows, CompanySources } from './company-rows.ts'
import {
  all,
  byTextHash,
  byTextScan,
  type CompanyQuery,
  countsOf,
  rowsOf,
  where,
} from './conditions.ts'
import {
  canBeSelective,
  countCte,
  countOfAll,
  isSelective,
  isUnfiltered,
  totalOf,
} from './list-counts.ts'
import type { Conditions, ListQuery } from './list-query.ts'

// The golden files in test/query-service/listing/sql show what each list runs.

/** Values from other tables, whose subqueries refer to the list's row as `listed`. */
export type Beside = readonly AliasedExpression<unknown, string>[]

/** The same, from the company's rows. */
export type BesideOf = (rows: CompanySources) => Beside

/** The number of rows on all pages. */
export interface Total {
  readonly total: string
}

/**
 * One page and the total, in one statement. It skips earlier pages within an index and fetches the rows
 * of the page last.
 */
export async function pageOf<Row extends object>(
  query: CompanyQuery<CompanyRows>,
  selected: Selected<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly page: Page }> {
  if (query.page === 1 && isUnfiltered(query)) return firstPage(query, selected)
  const counts = sql`with ${countCte(query, reachOf(query))}`
  const total = sql`${totalOf(query)} as total`
  return fetched(query, {
    total: sql<Total>`${counts} select ${total}`,
    page: sql<Row & Total>`${counts}
    select ${selected.from(query.rows)}, ${total} from ${rowsOf(query)}
    where id in (${idsOf(query)}) ${orderOf(query)}`,
  })
}

/**
 * The first rows of an index are the first page, so nothing is skipped or searched. No value makes
 * another plan better than to follow that index.
 */
async function firstPage<Row extends object>(
  query: CompanyQuery<CompanyRows>,
  selected: Selected<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly page: Page }> {
  const rows = await query.rows.runMadeOnce({
    name: `first ${selected.name} of ${query.table} by ${query.orderBy.join(', ')} ${query.direction}`,
    value: query.pageSize,
    statementOf(from, pageSize) {
      const total = sql`${countOfAll({ ...query, rows: from })} as total`
      return sql<Row & Total>`
    select ${selected.from(from)}, ${total}
    from ${rowsOf({ ...query, rows: from })}
    where ${all(query.shown)} ${orderOf(query)} limit ${pageSize}`
    },
  })
  return { rows, page: { page: 1, limit: query.pageSize, total: Number(rows[0]?.total ?? 0) } }
}

interface PageStatements<Row> {
  readonly page: RawBuilder<Row & Total>
  /** For a page behind the last row. */
  readonly total: RawBuilder<Total>
}

export async function fetched<Row extends object>(
  { rows, page, pageSize: limit }: CompanyQuery<CompanyRows>,
  statements: PageStatements<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly page: Page }> {
  const found = await rows.run(statements.page)
  const [first = page > 1 ? (await rows.run(statements.total))[0] : undefined] = found
  return { rows: found, page: { page, limit, total: Number(first?.total ?? 0) } }
}

export const columnsOf = onceEach((record: AnyRecord) =>
  sql.join(listColumns(record).map((column) => sql.ref(`listed.${column}`))),
)

/** What a page has of each row. */
interface Selected<Row> {
  readonly name: string
  readonly from: (rows: CompanySources) => RawBuilder<Row>
}

/** The row as a list reads it, and what is beside it. */
export const readRow = <S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  beside: BesideOf = () => [],
): Selected<ListRow<S>> => ({
  name: 'rows',
  from: (rows) => sql<ListRow<S>>`${sql.join([columnsOf(record), ...beside(rows)])}`,
})

/** What is kept of the row for its list. */
export const keptItem: Selected<{ readonly [ITEM]: string }> = {
  name: 'items',
  from: () => sql`${sql.ref(`listed.${ITEM}`)}`,
}

/**
 * The ids of a page. A scan along the index of the sort order finds many rows fast, but few rows, or
 * rows at its end, slowly. So a selective query fetches its rows and sorts them instead. PostgreSQL
 * executes only one of the two.
 */
export function idsOf(
  query: CompanyQuery,
  columns: readonly string[] = ['id'],
): RawBuilder<unknown> {
  const { text, since } = query
  const rest = where(query)
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  if (!canBeSelective(query)) return alongOrder(query, selected, rest)
  const scanned = text === undefined ? [] : [byTextScan(text)]
  const found = text === undefined ? [] : [byTextHash(query, text)]
  const bounded = text === undefined && since === undefined ? fromFirstDay(query) : []
  const isLong = sql<SqlBool>`not ${isSelective(query)}`
  return sql`(${alongOrder(query, selected, [...scanned, ...rest, ...bounded, isLong])})
    union all (${lookedUp(query, selected, [...found, ...rest, isSelective(query)])})`
}

const alongOrder = (query: CompanyQuery, selected: RawBuilder<unknown>, conditions: Conditions) =>
  sql`select ${selected} from ${rowsOf(query)} where ${all(conditions)} ${portionOf(query)}`

/** `offset 0` keeps the planner from using the index of the sort order. */
const lookedUp = (query: CompanyQuery, selected: RawBuilder<unknown>, conditions: Conditions) =>
  sql`select ${selected} from (
    select ${sql.join(sortedBy(query).map((column) => sql.ref(column)))} from ${rowsOf(query)}
    where ${all(conditions)} offset 0
  ) as selected ${portionOf(query)}`

/**
 * Skips the days before the first one with a matching row. The sum keeps PostgreSQL from searching for
 * that day from the very first day on, through rows with other facets.
 */
function fromFirstDay(query: CompanyQuery): Conditions {
  const { date, orderBy, direction } = query
  if (date === undefined || orderBy[0] !== date.column) return []
  const days = sql`from ${countsOf(query, 'facet')}
    where day > '-infinity' and ${all(query.facets)}`
  const start = (day: RawBuilder<unknown>) =>
    date.kept === 'instant'
      ? sql`(${day})::timestamp at time zone 'UTC'`
      : sql`((${day}) - date '1970-01-01')::bigint * 86400000000`
  const column = sql.ref(date.column)
  return direction === 'asc'
    ? [sql<SqlBool>`${column} >= (select ${start(sql`min(day + 0)`)} ${days})`]
    : [sql<SqlBool>`${column} < (select ${start(sql`max(day + 1)`)} ${days})`]
}

export const portionOf = (query: ListQuery) =>
  sql`${orderOf(query)} limit ${query.pageSize} offset ${skippedBy(query)}`

export const orderOf = (query: ListQuery) =>
  sql`order by ${
    query.order ??
    sql.join(sortedBy(query).map((column) => sql`${sql.ref(column)} ${sql.raw(query.direction)}`))
  }`

/** Rows on the pages before this one. */
const skippedBy = ({ page, pageSize }: ListQuery) => (page - 1) * pageSize

/** The rows up to the end of the page. */
export const reachOf = (query: ListQuery) => skippedBy(query) + query.pageSize

export const sortedBy = ({ orderBy }: ListQuery) => [...orderBy, 'id']
