import { describe, test } from 'vitest'
import {
  codeRefused,
  confirm,
  given,
  past,
  smsRequestedAgain,
  smsSent,
  submissionStartedAgain,
  wrongCode,
} from './examples.ts'

/** That many codes were given for the last SMS, and refused. */
const refusedCodes = (count: number, failure = wrongCode) => [
  ...past.verification_pending,
  ...Array.from({ length: count }, () => [
    submissionStartedAgain(),
    { ...codeRefused, data: { ...codeRefused.data, ...failure } },
  ]).flat(),
]

const oneMore = confirm(55, 'one more')
const startsOneMore = {
  ...submissionStartedAgain(),
  data: { ...submissionStartedAgain().data, attemptId: 'one more' },
}

describe('codes are not found by trying', () => {
  test('after four wrong ones a fifth may be tried', () =>
    given(...refusedCodes(4))
      .when(oneMore)
      .records(startsOneMore))

  test('after five wrong ones another SMS is needed', () =>
    given(...refusedCodes(5))
      .when(oneMore)
      .rejects('E_DOCUMENT_REJECTED', {
        field: 'data.code',
        rule: 'attempts',
        state: 'verification_pending',
      }))

  test('with another SMS the counting starts again', () =>
    given(...refusedCodes(5), smsRequestedAgain(), smsSent)
      .when(oneMore)
      .records(startsOneMore))

  test('a submission that the provider did not examine does not count as a wrong code', () =>
    given(...refusedCodes(5, { errorCode: 'RATE_LIMITED', errorMessage: 'Too many requests.' }))
      .when(oneMore)
      .records(startsOneMore))
})
