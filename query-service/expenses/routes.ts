import { listVouchers, listVoucherTemplates, readVoucher } from '#kernel/contract/expense-reads.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { detailedVoucher, listedVoucher } from '#kernel/responses/expense-vouchers.ts'
import type { RowsOf } from '../listing/company-rows.ts'
import { templatesPage } from '../listing/templates.ts'
import { findVoucher, vouchersPage } from './vouchers.ts'

export const expenseRoutes = (rowsOf: RowsOf): readonly Route[] => [
  route(listVoucherTemplates, ({ query, context }) =>
    templatesPage(rowsOf(context.caller), query, 'expense'),
  ),
  route(listVouchers, async ({ query, context }) => {
    const { rows, page } = await vouchersPage(rowsOf(context.caller), query)
    return { items: rows.map(listedVoucher), page }
  }),
  route(readVoucher, async ({ params, context }) => {
    const voucher = await findVoucher(rowsOf(context.caller), params.id)
    return voucher === undefined ? notFound('expense voucher') : { data: detailedVoucher(voucher) }
  }),
]
