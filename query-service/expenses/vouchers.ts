import type { Input } from '#kernel/contract/endpoint.ts'
import type { listVouchers, VOUCHER_SORT_FIELDS } from '#kernel/contract/expense-reads.ts'
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

type Query = Input<typeof listVouchers>['query']

const columns: Readonly<Record<(typeof VOUCHER_SORT_FIELDS)[number], string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  transactionDate: 'transaction_date',
  amount: 'amount',
}

export const vouchersPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'expense_voucher',
    date: { column: 'transaction_date', kept: 'instant' },
    text: 'name_folded',
    all: rows.selectFrom('expense_voucher').selectAll(),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findVoucher = (rows: CompanyRows, id: string) =>
  rows
    .selectFrom('expense_voucher')
    .selectAll()
    .where('id', '=', id)
    .where('visible', '=', true)
    .executeTakeFirst()

const row = columnsOf<'expense_voucher'>()

const asked = (query: Query) => [
  shown(row('visible', '=', true)),
  ...ofCell(query['filter[isDraft]'], (value) => row('is_draft', '=', value)),
  ...ofCell(query['filter[isFinalized]'], (value) => row('is_finalized', '=', value)),
  ...ofCell(query['filter[documentMode]'], (value) => row('document_mode', '=', value)),
  ...ofCell(query['filter[state]'], (value) => row('state', '=', value)),
  ...ofCell(query['filter[source]'], (value) => row('source', '=', value)),
  ...ofCell(query['filter[serial]'], (value) => row('serial', '=', value)),
  ...ofRow(query['filter[number]'], (value) => row('number', '=', value)),
  ...ofRow(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...between(query['filter[startDate]'], query['filter[endDate]']),
  ...updatedSince(query['filter[updatedSince]']),
  ...idNoOrName(query.q),
]
