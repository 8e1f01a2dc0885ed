import { listBankAccounts, readBankAccount } from '#kernel/contract/bank-accounts.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { bankAccount } from '#kernel/responses/bank-accounts.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { accountsPage, findAccount } from './bank-accounts.ts'

export const bankAccountRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listBankAccounts, async ({ query, context }) => {
    const { rows, page } = await accountsPage(rowsOf(context.caller), query)
    return { items: rows.map(bankAccount), page }
  }),
  route(readBankAccount, async ({ params, context }) => {
    const account = await findAccount(rowsOf(context.caller), params.id)
    return account === undefined ? notFound('bank account') : { data: bankAccount(account) }
  }),
]
