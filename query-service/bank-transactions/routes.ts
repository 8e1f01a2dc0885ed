import { listBankTransactions, readBankTransaction } from '#kernel/contract/bank-transactions.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { detailedTransaction, listedTransaction } from '#kernel/responses/bank-transactions.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { findTransaction, transactionsPage } from './bank-transactions.ts'
import { circumstancesOf } from './circumstances.ts'

export const bankTransactionRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listBankTransactions, async ({ query, context }) => {
    const { rows, page } = await transactionsPage(rowsOf(context.caller), query)
    return { items: rows.map(listedTransaction), page }
  }),
  route(readBankTransaction, async ({ params, context }) => {
    const rows = rowsOf(context.caller)
    const transaction = await findTransaction(rows, params.id)
    if (transaction === undefined) return notFound('bank transaction')
    return { data: detailedTransaction(transaction, await circumstancesOf(rows, transaction)) }
  }),
]
