import type { Input } from '#kernel/contract/endpoint.ts'
import type {
  CHECK_SORT_FIELDS,
  listSanctionChecks,
} from '#kernel/contract/sanction-check-reads.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { between, columnsOf, containing, ofRow, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listSanctionChecks>['query']

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
    rows,
    table: 'sanction_check',
    date: { column: 'created_at', kept: 'microseconds' },
    text: 'full_name_folded',
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findCheck = (rows: CompanyRows, id: string) =>
  rows.selectFrom('sanction_check').selectAll().where('id', '=', id).executeTakeFirst()

const row = columnsOf<'sanction_check'>()

const asked = (query: Query) => [
  ...ofRow(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...containing(query['filter[fullName]']),
  ...between(query['filter[startDate]'], query['filter[endDate]']),
  ...updatedSince(query['filter[updatedSince]']),
]
