import { sql } from 'kysely'
import type { Page } from '#kernel/contract/envelope.ts'
import type { CompanyQuery } from './company-rows.ts'

type Table =
  | 'bank_account'
  | 'bank_transaction'
  | 'customer'
  | 'customer_event'
  | 'expense_voucher'
  | 'invoice'
  | 'kmts_verification'
  | 'sanction_check'
  | 'template'

interface List<T extends Table, Row> {
  /** Every row of the table. */
  readonly all: CompanyQuery<T, Row>
  readonly matching: (all: CompanyQuery<T, Row>) => CompanyQuery<T, Row>
  /** Columns; the id is added, so that the order is the same every time. */
  readonly orderBy: readonly string[]
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** One page and the count of all pages' rows, in one statement; what is skipped is skipped within the index. */
export async function pageOf<T extends Table, Row>(
  list: List<T, Row>,
): Promise<{ readonly rows: readonly Row[]; readonly page: Page }> {
  const { page, pageSize: limit } = list
  const matching = list.matching(list.all).clearSelect()
  const count = matching.select(({ fn }) => fn.countAll<string>().as('total'))
  const ids = ordered(matching.select(sql.ref<string>('id').as('id')), list)
    .limit(limit)
    .offset(Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER))
  const rows = await ordered(list.all.select(count.as('total')), list)
    .where(sql.ref<string>('id'), 'in', ids)
    .execute()
  const [first = page > 1 ? await count.executeTakeFirstOrThrow() : { total: 0 }] = rows
  return { rows, page: { page, limit, total: Number(first.total) } }
}

const ordered = <T extends Table, Row>(
  query: CompanyQuery<T, Row>,
  { orderBy, direction }: Pick<List<T, unknown>, 'orderBy' | 'direction'>,
) =>
  [...orderBy, 'id'].reduce((sorted, column) => sorted.orderBy(sql.ref(column), direction), query)
