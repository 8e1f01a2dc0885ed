import { type SqlBool, sql } from 'kysely'
import type { Page } from '#kernel/contract/envelope.ts'
import type { CompanyQuery, CompanyTables } from './company-rows.ts'
import type { Condition } from './conditions.ts'
import { idsOf, type Listing, skippedBy } from './ids.ts'
import { questionOf, type Source } from './question.ts'
import { told, totalOf } from './totals.ts'

interface List<Table extends keyof CompanyTables, Row> extends Source, Listing {
  readonly table: Table
  /** Every row of the table, with what is shown of it. */
  readonly all: CompanyQuery<Table, Row>
  readonly asked: readonly Condition[]
}

/**
 * One page and the count of all pages' rows, in one statement. What is skipped is skipped within an
 * index; the rows themselves are looked up last.
 */
export async function pageOf<Table extends keyof CompanyTables, Row>(
  list: List<Table, Row>,
): Promise<{ readonly rows: readonly Row[]; readonly page: Page }> {
  const { orderBy, direction, page, pageSize: limit } = list
  const question = questionOf(list, list.asked)
  const total = totalOf(question)
  const counts = told(question, skippedBy(list) + limit)
  const rows = [...orderBy, 'id']
    .reduce(
      (sorted, column) => sorted.orderBy(sql.ref(column), direction),
      list.all.select(total.as('total')),
    )
    .where(sql<SqlBool>`id in (${idsOf(question, list)})`)
  const found = await list.rows.run(sql<Row & Total>`${counts} ${rows}`)
  const alone = sql<Total>`${counts} select ${total} as total`
  const [first = page > 1 ? (await list.rows.run(alone))[0] : undefined] = found
  return { rows: found, page: { page, limit, total: Number(first?.total ?? 0) } }
}

interface Total {
  readonly total: string
}
