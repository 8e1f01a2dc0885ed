import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { detailSchema } from '#kernel/records/record.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'
import { templatesEndpoint } from './templates.ts'

export const listVouchers = listEndpoint(expenseVouchers, {
  operationId: 'listVouchers',
  summary: 'Expense vouchers, page by page',
  path: '/v1/expenses',
  right: 'expenses',
})

export const readVoucher = detailEndpoint(detailSchema(expenseVouchers), {
  operationId: 'readVoucher',
  summary: 'One expense voucher',
  path: '/v1/expenses/{id}',
  right: 'expenses',
})

export const listVoucherTemplates = templatesEndpoint(['all', 'expense'], {
  operationId: 'listVoucherTemplates',
  summary: 'Templates that an expense voucher can be made from',
  path: '/v1/expenses/templates',
  right: 'expenses',
})
