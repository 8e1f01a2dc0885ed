import type { ExpressionBuilder } from 'kysely'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { KMTS_SORT_FIELDS, listLabelVerifications } from '#kernel/contract/kmts.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listLabelVerifications>['query']
type Verification = ExpressionBuilder<CompanyTables, 'kmts_verification'>

const columns: Readonly<Record<(typeof KMTS_SORT_FIELDS)[number], string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

export const verificationsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('kmts_verification').selectAll(),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findVerification = (rows: CompanyRows, id: string) =>
  rows.selectFrom('kmts_verification').selectAll().where('id', '=', id).executeTakeFirst()

const asked = (row: Verification, query: Query) => [
  ...filter(query.scannedCode, (code) => row('scanned_code', '=', normalisedCode(code))),
  ...filter(query.outcome, (value) => row('outcome', '=', value)),
  ...filter(query.source, (value) => row('source', '=', value)),
  ...filter(query.startDate, (date) => row('checked_at', '>=', new Date(date))),
  ...filter(query.endDate, (date) => row('checked_at', '<=', new Date(date))),
  ...filter(query['filter[updatedSince]'], updatedSince),
]
