import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  acceptance,
  accepted,
  asked,
  at,
  codeRefused,
  completionFailed,
  drafted,
  failCompletion,
  finalize,
  finalized,
  finalizeWith,
  given,
  incomplete,
  NOW,
  NUMBER,
  neverArrived,
  numbering,
  OTHER_UUID,
  past,
  preparationStarted,
  preparationUnknown,
  saysThat,
  statusChecked,
  statusOf,
  submissionEnds,
  unknown,
} from './examples.ts'

const acceptedWhenAsked = {
  type: 'ProviderAccepted',
  data: { ...asked, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
} as const
const goneWhenAsked = (errorCode: 'REJECTED' | 'CANCELLED', errorMessage: string) =>
  ({
    type: 'SubmissionRefused',
    data: { ...asked, errorCode, errorMessage, refusedAt: at(NOW) },
  }) as const
const rejected = goneWhenAsked('REJECTED', "The provider's document is rejected.")
const cancelled = goneWhenAsked('CANCELLED', "The provider's document is cancelled.")
const documentAfter = (...events: readonly ExpenseVoucherEvent[]) =>
  electronicOnly(fold(expenseVoucher, events)).document

describe('a document for review', () => {
  test('is accepted if the provider confirms it', () =>
    given(...past.review_required)
      .when(saysThat('accepted'))
      .records(statusChecked('accepted'), acceptedWhenAsked))

  test('has failed if the provider refused it, with the reason', () => {
    given(...past.review_required)
      .when(saysThat('rejected'))
      .records(statusChecked('rejected'), rejected)
    const because = { statusDetail: 'The rules forbid it.' }
    given(...past.review_required)
      .when(saysThat('rejected', { status: { ...statusOf('rejected'), ...because } }))
      .records(statusChecked('rejected', because), goneWhenAsked('REJECTED', because.statusDetail))
  })

  test('has failed if it was cancelled at the provider', () =>
    given(...past.review_required)
      .when(saysThat('cancelled'))
      .records(statusChecked('cancelled'), cancelled))

  test.each(['notFound', 'draft'] as const)('stays so while the provider reports %s', (found) => {
    given(...past.review_required)
      .when(saysThat(found))
      .records(statusChecked(found))
    expect(documentAfter(...past.review_required, statusChecked(found)).state).toBe(
      'review_required',
    )
  })
})

describe('an answer to a status query settles nothing', () => {
  test.each([
    ['that was never submitted', past.prepared],
    ['that waits for its code', past.verification_pending],
  ] as const)(
    'but a document that %s and no longer exists at the provider has failed',
    (_what, events) => {
      given(...events)
        .when(saysThat('cancelled'))
        .records(statusChecked('cancelled'), cancelled)
      given(...events)
        .when(saysThat('draft'))
        .records(statusChecked('draft'))
    },
  )

  test.each([
    ['a draft', [drafted, preparationStarted, preparationUnknown], 'rejected'],
    ['a failed document', past.failed, 'rejected'],
    ['what is being deleted', past.deleting, 'cancelled'],
    ['what is accepted', past.provider_accepted, 'accepted'],
    ['what is accepted and could not be completed', incomplete, 'accepted'],
    ['what is accepted, could not be completed, and was cancelled', incomplete, 'cancelled'],
    ['what is sent', past.sent, 'accepted'],
  ] as const)('of %s, and is kept', (_what, events, found) => {
    given(...events)
      .when(saysThat(found))
      .records(statusChecked(found))
    const before = documentAfter(...events)
    expect(documentAfter(...events, statusChecked(found))).toMatchObject({
      state: before.state,
      number: before.number,
      lastCheckedAt: at(NOW),
    })
  })

  test.each([
    ['accepted', past.provider_accepted],
    ['accepted, and could not be completed', incomplete],
    ['sent', past.sent],
  ] as const)(
    'that reports a draft for a document that is %s, because it is older than the acceptance',
    (_what, events) =>
      given(...events)
        .when(saysThat('draft'))
        .recordsNothing(),
  )

  test('for a document that was replaced', () =>
    given(...past.review_required)
      .when(saysThat('accepted', { uuid: OTHER_UUID }))
      .recordsNothing())
})

test.each([
  ['failed here', past.failed],
  ['was thought never to have arrived', [...past.review_required, neverArrived]],
  ['waits for another code', [...past.dispatching, codeRefused]],
] as const)('a document that %s is accepted if the provider confirms it', (_what, events) =>
  given(...events)
    .when(saysThat('accepted'))
    .records(statusChecked('accepted'), acceptedWhenAsked),
)

test('the provider’s answer is shown', () => {
  const told = { statusDetail: 'Delivered.', reportStatus: 'Reported', cancelled: false } as const
  given(...past.sent)
    .when(saysThat('accepted', { status: { ...statusOf('accepted'), ...told } }))
    .records(statusChecked('accepted', told))
  expect(documentAfter(...past.sent, statusChecked('accepted', told))).toMatchObject({
    state: 'sent',
    providerStatus: 'succeed',
    ...told,
  })
})

describe('the local part of an accepted document', () => {
  test('is completed with the number that was taken for it', () => {
    given(...past.provider_accepted)
      .when(finalize)
      .records(finalized)
    expect(documentAfter(...past.sent)).toMatchObject({
      state: 'sent',
      number: NUMBER,
      finalizedAt: at(52),
    })
  })

  test('cannot be completed while the bank account is inactive', () => {
    given(...past.provider_accepted)
      .when(failCompletion)
      .records(completionFailed)
    expect(documentAfter(...incomplete)).toMatchObject({
      state: 'review_required',
      errorCode: 'BANK_ACCOUNT_INACTIVE',
      number: NUMBER,
      finalizedAt: null,
    })
  })

  test('records the obstacle once, and is completed later, once', () => {
    given(...incomplete)
      .when(failCompletion)
      .recordsNothing()
    given(...incomplete)
      .when(finalize)
      .records(finalized)
    const complete = [...incomplete, finalized]
    expect(documentAfter(...complete)).toMatchObject({ state: 'sent', errorCode: null })
    for (const command of [finalize, finalizeWith('8'), failCompletion]) {
      given(...complete)
        .when(command)
        .recordsNothing()
    }
  })

  test('has a number of the sequence if the given number was taken', () => {
    const wanted = { ...accepted, data: { ...accepted.data, givenNumber: '42' } } as const
    given(...past.dispatching, wanted)
      .when(finalizeWith('43'))
      .records({ ...finalized, data: { ...finalized.data, number: '43' } })
  })

  test('is not touched before the provider has accepted it', () => {
    for (const events of [past.draft, past.dispatching, past.review_required, past.failed]) {
      given(...events)
        .when(finalize)
        .rejects('CONFLICT')
      given(...events)
        .when(failCompletion)
        .recordsNothing()
    }
  })

  test('ignores late answers to the submission', () => {
    for (const outcome of [acceptance, unknown]) {
      given(...incomplete)
        .when(submissionEnds(outcome))
        .recordsNothing()
    }
  })
})
