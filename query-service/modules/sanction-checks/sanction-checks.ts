import type { ExpressionBuilder } from 'kysely'
import { microsecondsOf } from '#kernel/answers/times.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type {
  CHECK_SORT_FIELDS,
  listSanctionChecks,
} from '#kernel/contract/sanction-check-reads.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { contains, filter, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listSanctionChecks>['query']
type Check = ExpressionBuilder<CompanyTables, 'sanction_check'>

const columns: Readonly<Record<(typeof CHECK_SORT_FIELDS)[number], string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

/** Without the matches: a page of them could be large. */
export const checksPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows
      .selectFrom('sanction_check')
      .select(['id', 'id_no', 'full_name', 'surname', 'masak_count', 'wanted_count', 'pep_count'])
      .select(['has_customer', 'customer_event_count', 'created_at', 'updated_at']),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findCheck = (rows: CompanyRows, id: string) =>
  rows.selectFrom('sanction_check').selectAll().where('id', '=', id).executeTakeFirst()

const asked = (row: Check, query: Query) => [
  ...filter(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...filter(query['filter[fullName]'], (text) => contains('full_name_folded', text)),
  ...filter(query['filter[startDate]'], (date) =>
    row('created_at', '>=', microsecondsOf(date).toString()),
  ),
  ...filter(query['filter[endDate]'], (date) =>
    row('created_at', '<=', microsecondsOf(date).toString()),
  ),
  ...filter(query['filter[updatedSince]'], updatedSince),
]
