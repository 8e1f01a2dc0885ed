import { expect, test } from 'vitest'
import { expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import { drafted, preparationStarted, prepared } from './examples.ts'

test('nothing is decided on a history in which a document was prepared without a uuid', () => {
  expect(() => fold(expenseVoucher, [drafted, prepared])).toThrow(
    'a document that is prepared has no uuid',
  )
  expect(fold(expenseVoucher, [drafted, preparationStarted, prepared])).toMatchObject({
    document: { state: 'prepared' },
  })
})
