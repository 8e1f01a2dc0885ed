import type { Input } from '#kernel/contract/endpoint.ts'
import type { listInvoiceVariables, VARIABLE_SORT_FIELDS } from '#kernel/contract/invoice-reads.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import { columnsOf, containing, ofCell, shown, updatedSince } from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listInvoiceVariables>['query']

const columns: Readonly<Record<(typeof VARIABLE_SORT_FIELDS)[number], string>> = {
  order: 'sort_order',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

export const variablesPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'template',
    text: 'line_name_folded',
    all: rows.selectFrom('template').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

/** Passive templates are shown to those alone who ask for them. */
const row = columnsOf<'template'>()

const asked = (query: Query) => [
  shown(row('deleted', '=', false)),
  ...ofCell(query['filter[statusType]'] ?? 'usable', (value) =>
    value === 'usable' ? row('status_type', '!=', 'passive') : row('status_type', '=', value),
  ),
  ...ofCell(query['filter[material]'], (value) => row('material', '=', value)),
  ...ofCell(query['filter[isDefault]'], (value) => row('is_default', '=', value)),
  ...updatedSince(query['filter[updatedSince]']),
  ...containing(query.q),
]
