import type { Input } from '#kernel/contract/endpoint.ts'
import type { INVOICE_SORT_FIELDS, listInvoices } from '#kernel/contract/invoice-reads.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import {
  between,
  columnsOf,
  idNoOrName,
  ofCell,
  ofRow,
  shown,
  updatedSince,
} from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listInvoices>['query']

const columns: Readonly<Record<(typeof INVOICE_SORT_FIELDS)[number], string>> = {
  transactionDate: 'transaction_date',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  payableTotal: 'payable_total',
}

export const invoicesPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'invoice',
    date: { column: 'transaction_date', kept: 'instant' },
    text: 'name_folded',
    all: rows.selectFrom('invoice').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findInvoice = (rows: CompanyRows, id: string) =>
  rows
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .where('visible', '=', true)
    .executeTakeFirst()

const row = columnsOf<'invoice'>()

const asked = (query: Query) => [
  shown(row('visible', '=', true)),
  ...ofCell(query['filter[type]'], (value) => row('invoice_type', '=', value)),
  ...ofCell(query['filter[integrator]'], (value) => row('integrator', '=', value)),
  ...ofCell(query['filter[module]'], (value) => row('source', '=', value)),
  ...ofRow(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...ofRow(query['filter[invoiceNumber]'], (value) => row('invoice_number', '=', value)),
  ...between(query['filter[startDate]'], query['filter[endDate]']),
  ...updatedSince(query['filter[updatedSince]']),
  ...idNoOrName(query.q),
]
