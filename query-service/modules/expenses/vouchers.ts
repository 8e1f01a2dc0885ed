import type { ExpressionBuilder } from 'kysely'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { listVouchers, VOUCHER_SORT_FIELDS } from '#kernel/contract/expense-reads.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, idNoOrName, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listVouchers>['query']
type Voucher = ExpressionBuilder<CompanyTables, 'expense_voucher'>

const columns: Readonly<Record<(typeof VOUCHER_SORT_FIELDS)[number], string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  transactionDate: 'transaction_date',
  amount: 'amount',
}

export const vouchersPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: rows.selectFrom('expense_voucher').selectAll(),
    matching: (all) => all.where('visible', '=', true).where((row) => row.and(asked(row, query))),
    ...listingOf(columns, query),
  })

export const findVoucher = (rows: CompanyRows, id: string) =>
  rows
    .selectFrom('expense_voucher')
    .selectAll()
    .where('id', '=', id)
    .where('visible', '=', true)
    .executeTakeFirst()

const asked = (row: Voucher, query: Query) => [
  ...filter(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...filter(query['filter[isDraft]'], (value) => row('is_draft', '=', value)),
  ...filter(query['filter[isFinalized]'], (value) => row('is_finalized', '=', value)),
  ...filter(query['filter[documentMode]'], (value) => row('document_mode', '=', value)),
  ...filter(query['filter[state]'], (value) => row('state', '=', value)),
  ...filter(query['filter[source]'], (value) => row('source', '=', value)),
  ...filter(query['filter[serial]'], (value) => row('serial', '=', value)),
  ...filter(query['filter[number]'], (value) => row('number', '=', value)),
  ...filter(query['filter[startDate]'], (date) => row('transaction_date', '>=', new Date(date))),
  ...filter(query['filter[endDate]'], (date) => row('transaction_date', '<=', new Date(date))),
  ...filter(query['filter[updatedSince]'], updatedSince),
  ...filter(query.q, idNoOrName),
]
