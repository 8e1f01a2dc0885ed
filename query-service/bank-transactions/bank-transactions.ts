import type {
  listBankTransactions,
  TRANSACTION_SORT_FIELDS,
} from '#kernel/contract/bank-transactions.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows } from '../listing/company-rows.ts'
import {
  between,
  columnsOf,
  idNoOrName,
  ofCell,
  ofRow,
  updatedSince,
} from '../listing/conditions.ts'
import { listingOf } from '../listing/listing.ts'
import { pageOf } from '../listing/page.ts'

type Query = Input<typeof listBankTransactions>['query']

const columns: Readonly<Record<(typeof TRANSACTION_SORT_FIELDS)[number], string>> = {
  transactionDate: 'transaction_date',
  createdDate: 'created_date',
  updatedAt: 'updated_at',
  amount: 'amount',
}

export const transactionsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    rows,
    table: 'bank_transaction',
    date: { column: 'transaction_date', kept: 'instant' },
    text: 'name_folded',
    all: transactions(rows),
    asked: asked(query),
    ...listingOf(columns, query),
  })

export const findTransaction = (rows: CompanyRows, id: string) =>
  transactions(rows).where('bank_transaction.id', '=', id).executeTakeFirst()

/** With the number of the invoice that uses a transaction. */
const transactions = (rows: CompanyRows) =>
  rows
    .selectFrom('bank_transaction')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('invoice')
        .select('invoice.invoice_number')
        .whereRef('invoice.id', '=', 'bank_transaction.invoice_id')
        .as('invoice_number'),
    )

const row = columnsOf<'bank_transaction'>()

const asked = (query: Query) => [
  ...ofCell(query['filter[incoming]'], (value) => row('incoming', '=', value)),
  ...ofCell(query['filter[status]'], (value) => row('status', '=', value)),
  ...ofCell(query['filter[masakStatus]'], (value) => row('masak_status', '=', value)),
  ...ofCell(query['filter[currency]'], (value) => row('currency', '=', value.toUpperCase())),
  ...ofCell(query['filter[bankCode]'], (value) => row('bank_code', '=', value)),
  ...ofRow(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...between(query['filter[startDate]'], query['filter[endDate]']),
  ...updatedSince(query['filter[updatedSince]']),
  ...idNoOrName(query.q),
]
