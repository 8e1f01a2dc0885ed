import type { ExpressionBuilder } from 'kysely'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { listInvoiceVariables, VARIABLE_SORT_FIELDS } from '#kernel/contract/invoice-reads.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { contains, filter, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listInvoiceVariables>['query']
type Template = ExpressionBuilder<CompanyTables, 'template'>

const columns: Readonly<Record<(typeof VARIABLE_SORT_FIELDS)[number], string>> = {
  order: 'sort_order',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

export const variablesPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('template').selectAll(),
    matching: (all) => all.where('deleted', '=', false).where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

/** Passive templates are shown to those alone who ask for them. */
const asked = (row: Template, query: Query) => [
  query['filter[statusType]'] === undefined
    ? row('status_type', '!=', 'passive')
    : row('status_type', '=', query['filter[statusType]']),
  ...filter(query['filter[material]'], (value) => row('material', '=', value)),
  ...filter(query['filter[isDefault]'], (value) => row('is_default', '=', value)),
  ...filter(query['filter[updatedSince]'], updatedSince),
  ...filter(query.q, (text) => contains('line_name_folded', text)),
]
