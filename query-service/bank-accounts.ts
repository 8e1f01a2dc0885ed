import { listBankAccounts, readBankAccount } from '#kernel/contract/bank-accounts.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { bankAccounts } from '#kernel/records/bank-accounts.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute, listRoute } from './listing/routes.ts'

export const bankAccountRoutes = (rowsOf: RowsOf): readonly Route[] => [
  listRoute(listBankAccounts, bankAccounts, rowsOf),
  detailRoute(readBankAccount, bankAccounts, { rowsOf, noun: 'bank account' }),
]
