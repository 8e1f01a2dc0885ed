import { listBankTransactions, readBankTransaction } from '#kernel/contract/bank-transactions.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { detailedTransaction } from '#kernel/responses/bank-transactions.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { findIn } from '../listing/find.ts'
import { listOf } from '../listing/list.ts'
import { outer } from '../listing/outer.ts'
import type { BesideOf } from '../listing/page.ts'
import { circumstancesOf } from './circumstances.ts'

export const bankTransactionRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listBankTransactions, ({ query, context }) =>
    listOf(bankTransactions, rowsOf(context.caller), query, besideTransactions),
  ),
  route(readBankTransaction, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const transaction = await findIn(bankTransactions, rows, params.id, besideTransactions)
    if (transaction === undefined) return notFound('bank transaction')
    return { data: detailedTransaction(transaction, await circumstancesOf(rows, transaction)) }
  }),
]

/** The number of the invoice that uses the transaction. */
export const besideTransactions: BesideOf = (rows) => [
  rows
    .selectFrom('invoice')
    .select('invoice.invoice_number')
    .where('invoice.id', '=', outer('listed.invoice_id'))
    .as('invoice_number'),
]
