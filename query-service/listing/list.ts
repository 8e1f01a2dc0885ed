import type { Page } from '#kernel/contract/envelope.ts'
import type { RecordOf, Sections } from '#kernel/records/record.ts'
import { item } from '#kernel/records/response.ts'
import type { CompanyRows } from './company-rows.ts'
import { type ListRequest, listQuery } from './list-query.ts'
import { type Beside, pageOf } from './page.ts'
import { pageWithLeft } from './page-with-left.ts'

/** A page of a record's list. */
export async function listOf<S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  rows: CompanyRows,
  request: ListRequest,
  beside: Beside = [],
): Promise<{ readonly items: readonly object[]; readonly page: Page }> {
  if (request['filter[includeDeleted]'] === true) return pageWithLeft(record, rows, request)
  const found = await pageOf(record, { rows, ...listQuery(record, request) }, beside)
  return { items: found.rows.map((row) => item(record, row)), page: found.page }
}
