import { listBankTransactions, readBankTransaction } from '#kernel/contract/bank-transactions.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { detailedTransaction } from '#kernel/responses/bank-transactions.ts'
import type { CompanyRows, RowsOf } from '../listing/company-rows.ts'
import { findIn } from '../listing/find.ts'
import { listOf } from '../listing/list.ts'
import { outer } from '../listing/outer.ts'
import { circumstancesOf } from './circumstances.ts'

export const bankTransactionRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listBankTransactions, ({ query, context }) => {
    const rows = rowsOf(context.caller)
    return listOf(bankTransactions, rows, query, [invoiceNumber(rows)])
  }),
  route(readBankTransaction, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const transaction = await findIn(bankTransactions, rows, params.id, [invoiceNumber(rows)])
    if (transaction === undefined) return notFound('bank transaction')
    return { data: detailedTransaction(transaction, await circumstancesOf(rows, transaction)) }
  }),
]

/** The number of the invoice that uses the transaction. */
export const invoiceNumber = (rows: CompanyRows) =>
  rows
    .selectFrom('invoice')
    .select('invoice.invoice_number')
    .where('invoice.id', '=', outer('listed.invoice_id'))
    .as('invoice_number')
