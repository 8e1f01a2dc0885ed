import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  acceptance,
  accepted,
  asked,
  at,
  busy,
  calls,
  codeRefused,
  confirm,
  deletionStarted,
  finalized,
  given,
  incomplete,
  NOW,
  NUMBER,
  neverArrived,
  notTaken,
  numbering,
  OTHER_UUID,
  past,
  preparationStartedAgain,
  refusal,
  refused,
  resolveAs,
  silence,
  submissionEnds,
  submissionStartedAgain,
  submissionUnknown,
  submitting,
  unknown,
  unreadable,
  unreadableAnswer,
  wrongCode,
} from './examples.ts'

const ofTheCode = { kind: 'refused', ...wrongCode } as const
const acceptedNow = {
  type: 'ProviderAccepted',
  data: { ...submitting, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
} as const
const codeRefusedNow = (failure = wrongCode) =>
  ({ type: 'CodeRefused', data: { ...submitting, ...failure, refusedAt: at(NOW) } }) as const
const refusedNow = {
  type: 'SubmissionRefused',
  data: { ...submitting, ...refusal, refusedAt: at(NOW) },
} as const
const tooLate = (outcome: 'accepted' | 'refused') =>
  ({
    type: 'LateAnswerReceived',
    data: {
      ...submitting,
      outcome,
      officialNumber: outcome === 'accepted' ? NUMBER : null,
      receivedAt: at(NOW),
    },
  }) as const
const byAPerson = (officialNumber: string | null) =>
  [
    ...past.review_required,
    { type: 'OutcomeResolved', data: { ...neverArrived.data, resolvedAs: 'accepted' } },
    { type: 'ProviderAccepted', data: { ...accepted.data, ...asked, officialNumber } },
  ] as const satisfies readonly ExpenseVoucherEvent[]

describe('a submission', () => {
  test('that is accepted records the official number and the serial of the local one', () =>
    given(...past.dispatching)
      .when(submissionEnds(acceptance))
      .records(acceptedNow))

  test('with a wrong or expired code waits for another one', () =>
    given(...past.dispatching)
      .when(submissionEnds(ofTheCode))
      .records(codeRefusedNow()))

  test('that the provider did not examine can be sent again', () =>
    given(...past.dispatching)
      .when(submissionEnds(notTaken))
      .records(codeRefusedNow(busy)))

  test('that a business rule forbids has failed', () =>
    given(...past.dispatching)
      .when(submissionEnds(refused))
      .records(refusedNow))

  test.each([
    ['has no answer', unknown, silence],
    ['has one that cannot be read', unreadableAnswer, unreadable],
  ] as const)('that %s is for review', (_what, outcome, failure) =>
    given(...past.dispatching)
      .when(submissionEnds(outcome))
      .records({
        type: 'SubmissionUnknown',
        data: { ...submitting, ...failure, givenUpAt: at(NOW) },
      }),
  )

  test('that is recorded twice starts once', () =>
    given(...past.verification_pending, submissionStartedAgain())
      .when(confirm())
      .recordsNothing())

  test('after a wrong code is a new one', () =>
    given(...past.dispatching, codeRefused)
      .when(confirm())
      .records(submissionStartedAgain()))

  test('without an answer is never sent again', () =>
    given(...past.review_required)
      .when(confirm())
      .rejects('E_DOCUMENT_REVIEW_REQUIRED', {
        field: 'id',
        rule: 'review',
        state: 'review_required',
      }))
})

describe('a late clear answer settles a document for review', () => {
  test('accepted', () =>
    given(...past.review_required)
      .when(submissionEnds(acceptance))
      .records(acceptedNow))
  test('refused by a business rule', () =>
    given(...past.review_required)
      .when(submissionEnds(refused))
      .records(refusedNow))
  test('a wrong code', () =>
    given(...past.review_required)
      .when(submissionEnds(ofTheCode))
      .records(codeRefusedNow()))
  test.each([unknown, notTaken])('but not an unclear one: $kind', (outcome) =>
    given(...past.review_required)
      .when(submissionEnds(outcome))
      .recordsNothing(),
  )
})

describe('an accepted document is official after any record before', () => {
  test.each([
    ['refused when it was asked', past.failed],
    ['never arrived', [...past.review_required, neverArrived]],
    ['waiting for another code', [...past.dispatching, codeRefused]],
  ] as const)('%s', (_what, events) =>
    given(...events)
      .when(submissionEnds(acceptance))
      .records(acceptedNow),
  )

  test.each([
    ['once', past.provider_accepted],
    ['once, also when it could not be completed', incomplete],
    ['once, also when it is complete', past.sent],
    ['once, also when the provider said so as it was asked', byAPerson(NUMBER)],
  ] as const)('%s', (_what, events) =>
    given(...events)
      .when(submissionEnds(acceptance))
      .recordsNothing(),
  )
})

describe('a late answer is recorded, and changes nothing', () => {
  const restarted = [...past.review_required, neverArrived, preparationStartedAgain(OTHER_UUID)]

  test('accepted, after the document was replaced', () => {
    given(...restarted)
      .when(submissionEnds(acceptance))
      .records(tooLate('accepted'))
    expect(stateAfter(...restarted, tooLate('accepted'))).toBe('preparing')
  })

  test('accepted, after another document was prepared, or accepted under the same number', () => {
    const other = { ...calls, uuid: OTHER_UUID, attemptId: 'another preparation' }
    const preparedAnew = {
      type: 'VoucherPrepared',
      data: { ...other, preparedAt: at(55) },
    } as const
    given(...restarted, preparedAnew)
      .when(submissionEnds(acceptance))
      .records(tooLate('accepted'))
    const acceptedAnew = { ...accepted, data: { ...accepted.data, uuid: OTHER_UUID } }
    given(...restarted, preparedAnew, acceptedAnew)
      .when(submissionEnds(acceptance))
      .records(tooLate('accepted'))
  })

  test('accepted, while the document is being deleted', () => {
    const events = [...past.dispatching, codeRefused, deletionStarted]
    given(...events)
      .when(submissionEnds(acceptance))
      .records(tooLate('accepted'))
    expect(stateAfter(...events, tooLate('accepted'))).toBe('deleting')
  })

  test('the official number, after an operator decided without it', () =>
    given(...byAPerson(null))
      .when(submissionEnds(acceptance))
      .records(tooLate('accepted')))

  test('refused, after an operator decided that it was accepted', () => {
    given(...byAPerson(null))
      .when(submissionEnds(refused))
      .records(tooLate('refused'))
    given(...byAPerson(null), finalized)
      .when(submissionEnds(refused))
      .records(tooLate('refused'))
    expect(stateAfter(...byAPerson(null), finalized, tooLate('refused'))).toBe('sent')
  })

  test('once', () => {
    given(...restarted, tooLate('accepted'))
      .when(submissionEnds(acceptance))
      .recordsNothing()
    given(...byAPerson(null), tooLate('refused'))
      .when(submissionEnds(refused))
      .recordsNothing()
  })

  test.each([unknown, notTaken])('but not an unclear one: $kind', (outcome) => {
    given(...restarted)
      .when(submissionEnds(outcome))
      .recordsNothing()
    given(...byAPerson(null))
      .when(submissionEnds(outcome))
      .recordsNothing()
  })
})

describe('an answer to an earlier submission', () => {
  const second = [...past.dispatching, codeRefused, submissionStartedAgain(52)]
  test.each([refused, notTaken, unknown])('does not affect the running one: $kind', (outcome) =>
    given(...second)
      .when(submissionEnds(outcome))
      .recordsNothing(),
  )
  test('settles the document if it is accepted', () =>
    given(...second)
      .when(submissionEnds(acceptance))
      .records(acceptedNow))
  test('does not end the one that runs', () =>
    given(...second)
      .when(submissionEnds(unknown, { attemptId: 'another submission' }))
      .records({
        type: 'SubmissionUnknown',
        data: { ...calls, attemptId: 'another submission', ...silence, givenUpAt: at(NOW) },
      }))
})

test.each([refused, notTaken, unknown])('an answer counts once: $kind', (outcome) => {
  const ended = [
    past.failed,
    past.provider_accepted,
    past.sent,
    [...past.dispatching, codeRefused],
    [...past.review_required, neverArrived],
  ]
  for (const events of ended) {
    given(...events)
      .when(submissionEnds(outcome))
      .recordsNothing()
  }
})

test('the number shown is the provider’s official number, not the local one', () => {
  const { document } = electronicOnly(fold(expenseVoucher, past.provider_accepted))
  expect(document).toMatchObject({
    number: NUMBER,
    acceptedAt: at(51),
    finalizedAt: null,
    providerStatus: 'succeed',
    errorCode: null,
  })
  const after = electronicOnly(fold(expenseVoucher, [...past.review_required, submissionUnknown]))
  expect(after.document).toMatchObject({ number: null, ...silence, providerStatus: 'unknown' })
})

test('an operator decides only once', () =>
  given(...byAPerson(null))
    .when(resolveAs('accepted'))
    .rejects('CONFLICT'))

const stateAfter = (...events: readonly ExpenseVoucherEvent[]) =>
  electronicOnly(fold(expenseVoucher, events)).document.state
