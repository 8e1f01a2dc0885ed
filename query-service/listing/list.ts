import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/contract/envelope.ts'
import { ITEM, keepsItems } from '#kernel/records/kept-items.ts'
import type { ListRow, RecordOf, Sections } from '#kernel/records/record.ts'
import { item } from '#kernel/records/response.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'
import type { CompanyRows } from './company-rows.ts'
import { all, type CompanyQuery, rowsOf } from './conditions.ts'
import { countCte, totalOf } from './list-counts.ts'
import { type ListRequest, listQuery } from './list-query.ts'
import {
  type BesideOf,
  columnsOf,
  fetched,
  idsOf,
  keptItem,
  orderOf,
  pageOf,
  portionOf,
  reachOf,
  readRow,
  sortedBy,
  type Total,
} from './page.ts'
import { withoutPerson } from './without-person.ts'

type Listed = { readonly page: Page } & (
  | { readonly items: readonly object[] }
  | { readonly itemsAsJson: readonly string[] }
)

/** A page of a record's list. */
export async function listOf<S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  rows: CompanyRows,
  request: ListRequest,
  beside: BesideOf = () => [],
): Promise<Listed> {
  if (request['filter[includeDeleted]'] === true) return pageWithLeft(record, rows, request)
  const query = { rows, ...listQuery(record, request) }
  if (keepsItems(record)) {
    const kept = await pageOf(query, keptItem)
    return { itemsAsJson: kept.rows.map((row) => row[ITEM]), page: kept.page }
  }
  const found = await pageOf(query, readRow(record, beside))
  return { items: found.rows.map((row) => item(record, row)), page: found.page }
}

/** A page of the rows of a list and of those that have left it, each with `deletedAt`. */
async function pageWithLeft<S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  rows: CompanyRows,
  request: ListRequest,
): Promise<{ readonly items: readonly object[]; readonly page: Page }> {
  const { left: leaving } = record
  if (leaving === undefined) throw new Error(`no row leaves the list of ${record.name}`)
  const listed = { rows, ...listQuery(record, request) }
  const left = { rows, ...listQuery(record, request, 'left') }
  const counts = sql`with ${sql.join([listed, left].map((part) => countCte(part, reachOf(part))))}`
  const total = sql`${totalOf(listed)} + ${totalOf(left)} as total`
  const found = await fetched<ListRow<S> & Left & Total>(listed, {
    total: sql`${counts} select ${total}`,
    page: sql`${counts}
    select ${sql.join([columnsOf(record), leftAt(leaving.at, left), total])} from ${rowsOf(listed)}
    where id in (${idsOfBoth(listed, left)}) ${orderOf(listed)}`,
  })
  const items = found.rows.map((row) => ({
    ...item(record, row.left_at === null ? row : withoutPerson(row, leaving)),
    deletedAt: row.left_at === null ? null : isoMicroseconds(row.left_at),
  }))
  return { items, page: found.page }
}

interface Left {
  /** Null for a row of the list. */
  readonly left_at: string | null
}

/** Rows of both parts meet the conditions of the request; of the list's rows, none meets the others. */
const leftAt = (at: string, { shown, others }: CompanyQuery) =>
  sql`case when ${all([...shown, ...others])} then ${sql.ref(at)} end as left_at`

/** Each part gives its first rows up to the end of the page. */
const idsOfBoth = (listed: CompanyQuery, left: CompanyQuery): RawBuilder<unknown> =>
  sql`select id from ((${firstIdsOf(listed)}) union all (${firstIdsOf(left)})) as either
    ${portionOf(listed)}`

const firstIdsOf = (part: CompanyQuery) =>
  idsOf({ ...part, page: 1, pageSize: reachOf(part) }, sortedBy(part))
