import { expect, test } from 'vitest'
import { answerOf } from '#kernel/contract/error-codes.ts'
import {
  breaksRule,
  isRefusal,
  notFound,
  outageCodes,
  Rejection,
  type RejectionCode,
  refusalCodes,
  reject,
} from '#kernel/domain/rejection.ts'
import { rejectionOf } from '#test/support/decider-spec.ts'

test('a broken business rule names the field, the rule and the reason', () => {
  const rejection = rejectionOf(() =>
    breaksRule('data.amount', 'minimum', 'This is a paper voucher.'),
  )

  expect(rejection).toMatchObject({
    name: 'Rejection',
    code: 'BUSINESS_RULE',
    message: 'This is a paper voucher.',
    details: [{ field: 'data.amount', rule: 'minimum' }],
  })
})

test('a missing record is named', () => {
  expect(rejectionOf(() => notFound('voucher'))).toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    message: 'No such voucher.',
    details: [],
  })
})

test('a rejection without details has none', () => {
  expect(rejectionOf(() => reject('CONFLICT', 'The document has been sent.'))?.details).toEqual([])
  expect(new Rejection('CONFLICT', 'The document has been sent.').details).toEqual([])
})

test('a refusal is final, an outage is not, and another error is neither', () => {
  const all = [...refusalCodes, ...outageCodes]
  const isFinal = (code: RejectionCode) =>
    isRefusal(new Rejection(code, 'The document has been sent.'))

  expect(all.filter(isFinal)).toEqual(refusalCodes)
  expect(all.filter((code) => answerOf(code).status < 500)).toEqual(refusalCodes)
  expect(isRefusal(new Error('CONFLICT'))).toBe(false)
})
