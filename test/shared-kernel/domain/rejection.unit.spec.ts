import { expect, test } from 'vitest'
import { breaksRule, isRefusal, notFound, Rejection, reject } from '#kernel/domain/rejection.ts'
import { rejectionOf } from '#test/support/decider-spec.ts'

test('a broken business rule names the field, the rule and the reason', () => {
  const rejection = rejectionOf(() => breaksRule('data.amount', 'minimum', 'Too little.'))

  expect(rejection).toMatchObject({
    name: 'Rejection',
    code: 'BUSINESS_RULE',
    message: 'Too little.',
    details: [{ field: 'data.amount', rule: 'minimum' }],
  })
})

test('what is not there is named', () => {
  expect(rejectionOf(() => notFound('voucher'))).toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    message: 'No such voucher.',
    details: [],
  })
})

test('a rejection without details has none', () => {
  expect(rejectionOf(() => reject('CONFLICT', 'Taken.'))?.details).toEqual([])
})

test('a refusal is final, an outage is not, and another error is neither', () => {
  const outages = ['UPSTREAM_ERROR', 'UNAVAILABLE', 'INTERNAL_ERROR'] as const
  const refusals = ['CONFLICT', 'BUSINESS_RULE', 'E_DOCUMENT_SMS_COOLDOWN'] as const

  expect(refusals.map((code) => isRefusal(new Rejection(code, '')))).toEqual([true, true, true])
  expect(outages.map((code) => isRefusal(new Rejection(code, '')))).toEqual([false, false, false])
  expect(isRefusal(new Error('CONFLICT'))).toBe(false)
})
