import type { ExpressionBuilder } from 'kysely'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { INVOICE_SORT_FIELDS, listInvoices } from '#kernel/contract/invoice-reads.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, idNoOrName, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listInvoices>['query']
type Invoice = ExpressionBuilder<CompanyTables, 'invoice'>

const columns: Readonly<Record<(typeof INVOICE_SORT_FIELDS)[number], string>> = {
  transactionDate: 'transaction_date',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  payableTotal: 'payable_total',
}

export const invoicesPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('invoice').selectAll(),
    matching: (all) => all.where('visible', '=', true).where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findInvoice = (rows: CompanyRows, id: string) =>
  rows
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', id)
    .where('visible', '=', true)
    .executeTakeFirst()

const asked = (row: Invoice, query: Query) => [
  ...filter(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...filter(query['filter[invoiceNumber]'], (value) => row('invoice_number', '=', value)),
  ...filter(query['filter[type]'], (value) => row('invoice_type', '=', value)),
  ...filter(query['filter[integrator]'], (value) => row('integrator', '=', value)),
  ...filter(query['filter[module]'], (value) => row('source', '=', value)),
  ...filter(query['filter[startDate]'], (date) => row('transaction_date', '>=', new Date(date))),
  ...filter(query['filter[endDate]'], (date) => row('transaction_date', '<=', new Date(date))),
  ...filter(query['filter[updatedSince]'], updatedSince),
  ...filter(query.q, idNoOrName),
]
