import type { Input } from '#kernel/contract/endpoint.ts'
import type { KMTS_SORT_FIELDS, listLabelVerifications } from '#kernel/contract/kmts.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { between, columnsOf, ofCell, ofRow, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listLabelVerifications>['query']

const columns: Readonly<Record<(typeof KMTS_SORT_FIELDS)[number], string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

export const verificationsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'kmts_verification',
    date: { column: 'checked_at', kept: 'instant' },
    all: rows.selectFrom('kmts_verification').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findVerification = (rows: CompanyRows, id: string) =>
  rows.selectFrom('kmts_verification').selectAll().where('id', '=', id).executeTakeFirst()

const row = columnsOf<'kmts_verification'>()

const asked = (query: Query) => [
  ...ofCell(query.outcome, (value) => row('outcome', '=', value)),
  ...ofCell(query.source, (value) => row('source', '=', value)),
  ...ofRow(query.scannedCode, (code) => row('scanned_code', '=', normalisedCode(code))),
  ...between(query.startDate, query.endDate),
  ...updatedSince(query['filter[updatedSince]']),
]
