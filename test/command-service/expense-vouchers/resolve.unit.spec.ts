import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import {
  acceptance,
  asked,
  at,
  calls,
  deadline,
  deleted,
  deletionUnknown,
  finalize,
  finalized,
  given,
  incomplete,
  NOW,
  NUMBER,
  numbering,
  OTHER_UUID,
  past,
  preparationStartedAgain,
  prepare,
  remove,
  resolveAs,
  submissionEnds,
  submitting,
  timing,
} from './examples.ts'

const resolved = (resolvedAs: 'accepted' | 'neverArrived', seconds = NOW) =>
  ({
    type: 'OutcomeResolved',
    data: { ...calls, resolvedAs, reason: 'RequestTries on the phone.', resolvedAt: at(seconds) },
  }) as const
const acceptedByAPerson = (officialNumber: string | null, acceptedAt = at(NOW)) =>
  ({
    type: 'ProviderAccepted',
    data: { ...asked, officialNumber, acceptedAt, ...numbering },
  }) as const

describe('an operator decides an unknown outcome', () => {
  test('it never arrived: the document has failed and can be prepared again', () => {
    given(...past.review_required)
      .when(resolveAs('neverArrived'))
      .records(resolved('neverArrived'))
    const after = [...past.review_required, resolved('neverArrived')]
    expect(electronicOnly(fold(expenseVoucher, after)).document).toMatchObject({
      state: 'failed',
      providerStatus: 'unknown',
      errorCode: 'NEVER_ARRIVED',
    })
    given(...after)
      .when(prepare(OTHER_UUID))
      .records(preparationStartedAgain(OTHER_UUID))
    given(...after)
      .when(remove())
      .records({
        type: 'DeletionStarted',
        data: { ...calls, attemptId: 'another deletion', state: 'failed', startedAt: at(NOW) },
      })
  })

  test('it was accepted: without its number while that is unknown', () => {
    given(...past.review_required)
      .when(resolveAs('accepted'))
      .records(resolved('accepted'), acceptedByAPerson(null))
    given(...past.review_required, resolved('accepted'), acceptedByAPerson(null))
      .when(finalize)
      .records(finalized)
  })

  test('it was accepted: under the number that the portal shows', () =>
    given(...past.review_required)
      .when(resolveAs('accepted', { accepted: { number: NUMBER, acceptedAt: at(51) } }))
      .records(resolved('accepted'), acceptedByAPerson(NUMBER, at(51))))

  test('of an expired attempt, in one step', () =>
    given(...past.dispatching)
      .when(resolveAs('neverArrived', timing(200)))
      .records(
        {
          type: 'SubmissionUnknown',
          data: { ...submitting, ...deadline, givenUpAt: at(200) },
        },
        resolved('neverArrived', 200),
      ))

  test('it is gone: the deletion ends, and the event names the claims to release', () => {
    for (const events of [past.deleting, [...past.deleting, deletionUnknown]]) {
      given(...events)
        .when(resolveAs('neverArrived'))
        .records(resolved('neverArrived'), deleted)
    }
  })
})

describe('no decision is accepted', () => {
  test.each([
    'draft',
    'preparing',
    'prepared',
    'sms_sending',
    'verification_pending',
    'dispatching',
    'provider_accepted',
    'sent',
    'failed',
  ] as const)('about a document that is %s', (state) => {
    for (const resolvedAs of ['accepted', 'neverArrived'] as const) {
      given(...past[state])
        .when(resolveAs(resolvedAs))
        .rejects('CONFLICT')
    }
  })
  test('about a document that the provider has accepted but Sarraf has not completed', () => {
    for (const resolvedAs of ['accepted', 'neverArrived'] as const) {
      given(...incomplete)
        .when(resolveAs(resolvedAs))
        .rejects('CONFLICT')
    }
  })
  test('that a document which is being deleted was accepted', () =>
    given(...past.deleting)
      .when(resolveAs('accepted'))
      .rejects('CONFLICT'))
  test('twice', () =>
    given(...past.review_required, resolved('neverArrived'))
      .when(resolveAs('neverArrived'))
      .rejects('CONFLICT'))
})

test('an acceptance after an operator’s decision that it never arrived is official', () =>
  given(...past.review_required, resolved('neverArrived'))
    .when(submissionEnds(acceptance))
    .records({
      type: 'ProviderAccepted',
      data: { ...submitting, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
    }))
