import { expect, test } from 'vitest'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { exportColumns } from '#query/export/columns.ts'

test('a column has the type of its field, and objects are taken apart', () => {
  const kindsOf = (record: Parameters<typeof exportColumns>[0]) =>
    Object.fromEntries(exportColumns(record).map(({ name, kind }) => [name, kind]))

  expect(kindsOf(bankTransactions)).toMatchObject({
    incoming: 'flag',
    exchangeRate: 'decimal',
    status: 'integer',
    transactionDate: 'instant',
    stamp: 'text',
  })
  expect(kindsOf(expenseVouchers)).toMatchObject({
    'customer.name': 'text',
    'eDocument.state': 'text',
    documentMode: 'text',
    sourceId: 'text',
  })
})
