import type { ExpressionBuilder } from 'kysely'
import type {
  listBankTransactions,
  TRANSACTION_SORT_FIELDS,
} from '#kernel/contract/bank-transactions.ts'
import type { Input } from '#kernel/contract/endpoint.ts'
import type { CompanyRows, CompanyTables } from '#query/reading/company-rows.ts'
import { filter, idNoOrName, updatedSince } from '#query/reading/filters.ts'
import { listingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listBankTransactions>['query']
type Transaction = ExpressionBuilder<CompanyTables, 'bank_transaction'>

const columns: Readonly<Record<(typeof TRANSACTION_SORT_FIELDS)[number], string>> = {
  transactionDate: 'transaction_date',
  createdDate: 'created_date',
  updatedAt: 'updated_at',
  amount: 'amount',
}

export const transactionsPage = (rows: CompanyRows, query: Query) =>
  pageOf({
    all: transactions(rows),
    matching: (all) => all.where((row) => row.and(asked(row, query))),
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

const asked = (row: Transaction, query: Query) => [
  ...filter(query['filter[incoming]'], (value) => row('incoming', '=', value)),
  ...filter(query['filter[status]'], (value) => row('status', '=', value)),
  ...filter(query['filter[masakStatus]'], (value) => row('masak_status', '=', value)),
  ...filter(query['filter[idNo]'], (value) => row('id_no', '=', value)),
  ...filter(query['filter[currency]'], (value) => row('currency', '=', value.toUpperCase())),
  ...filter(query['filter[bankCode]'], (value) => row('bank_code', '=', value)),
  ...filter(query['filter[startDate]'], (date) => row('transaction_date', '>=', new Date(date))),
  ...filter(query['filter[endDate]'], (date) => row('transaction_date', '<=', new Date(date))),
  ...filter(query['filter[updatedSince]'], updatedSince),
  ...filter(query.q, idNoOrName),
]
