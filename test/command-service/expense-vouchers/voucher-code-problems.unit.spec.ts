import { expect, test } from 'vitest'
import { isCodeProblem } from '#command/expense-vouchers/electronic-voucher.ts'

test.each([
  ['CODE_WRONG', true],
  ['CODE_EXPIRED', true],
  ['DOCUMENT_REJECTED', false],
])('%s is about the verification code alone: %j', (errorCode, expected) => {
  expect(isCodeProblem(errorCode)).toBe(expected)
})
