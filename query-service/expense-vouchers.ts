import {
  listVouchers,
  listVoucherTemplates,
  readVoucher,
} from '#kernel/contract/expense-vouchers.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import type { RowsOf } from './listing/company-rows.ts'
import { detailRoute, listRoute } from './listing/routes.ts'
import { templatesFor } from './listing/templates.ts'

export const expenseVoucherRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listVoucherTemplates, ({ query, context }) =>
    templatesFor('expense', rowsOf(context.caller), query),
  ),
  listRoute(listVouchers, expenseVouchers, rowsOf),
  detailRoute(readVoucher, expenseVouchers, { rowsOf, noun: 'expense voucher' }),
]
