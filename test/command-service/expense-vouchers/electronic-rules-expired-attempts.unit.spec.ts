import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import {
  acceptance,
  at,
  confirm,
  deadline,
  deletionStartedAgain,
  done,
  drafted,
  given,
  NUMBER,
  numbering,
  past,
  preparationEnds,
  preparationStarted,
  preparationStartedAgain,
  prepare,
  preparing,
  refusal,
  refused,
  remove,
  saysThat,
  settle,
  sms,
  smsEnds,
  smsRequestedAgain,
  statusChecked,
  submissionEnds,
  submissionStartedAgain,
  submitting,
  texting,
  timing,
  unknown,
} from './examples.ts'

/** A minute and more after every attempt. */
const LATE = 200

const preparationGivenUp = {
  type: 'PreparationUnknown',
  data: { ...preparing, ...deadline, givenUpAt: at(LATE) },
} as const
const smsGivenUp = {
  type: 'SmsUnknown',
  data: { ...texting, ...deadline, state: 'prepared', retryAt: at(40), givenUpAt: at(LATE) },
} as const
const submissionGivenUp = {
  type: 'SubmissionUnknown',
  data: { ...submitting, ...deadline, givenUpAt: at(LATE) },
} as const
/** The code of an earlier SMS can still be used. */
const secondSms = [...past.verification_pending, smsRequestedAgain(100)]
const secondSmsGivenUp = {
  type: 'SmsUnknown',
  data: {
    ...texting,
    attemptId: 'another SMS',
    ...deadline,
    state: 'verification_pending',
    retryAt: at(130),
    givenUpAt: at(LATE),
  },
} as const

test.each([
  { what: 'preparation', events: past.preparing, due: 60, ends: preparationGivenUp, in: 'draft' },
  { what: 'SMS', events: past.sms_sending, due: 70, ends: smsGivenUp, in: 'prepared' },
  {
    what: 'further SMS',
    events: secondSms,
    due: 160,
    ends: secondSmsGivenUp,
    in: 'verification_pending',
  },
  {
    what: 'submission',
    events: past.dispatching,
    due: 110,
    ends: submissionGivenUp,
    in: 'review_required',
  },
] as const)(
  'a $what without an answer expires at its deadline, and not before',
  ({ events, due, ends, in: state }) => {
    given(...events)
      .when(settle(due - 0.001))
      .recordsNothing()
    const atItsDeadline = settle(due)(fold(expenseVoucher, events))
    expect(atItsDeadline.map(({ type }) => type)).toEqual([ends.type])
    given(...events)
      .when(settle(LATE))
      .records(ends)
    given(...events, ends)
      .when(settle(LATE))
      .recordsNothing()
    expect(electronicOnly(fold(expenseVoucher, [...events, ends])).document).toMatchObject({
      state,
      ...deadline,
    })
  },
)

describe('an expired preparation', () => {
  test('is repeated under the same uuid', () =>
    given(...past.preparing)
      .when(prepare(undefined, LATE))
      .records(preparationGivenUp, preparationStartedAgain(undefined, LATE)))
  test('leaves no document to send a code for or to confirm', () => {
    given(...past.preparing)
      .when(sms(LATE))
      .rejects('E_DOCUMENT_NOT_PREPARED', { field: 'id', rule: 'state', state: 'draft' })
    given(...past.preparing)
      .when(confirm(LATE))
      .rejects('VERIFICATION_REQUIRED', { field: 'id', rule: 'state', state: 'draft' })
  })
  test('is deleted at the provider, which may have stored it', () =>
    given(...past.preparing)
      .when(remove(LATE))
      .records(preparationGivenUp, deletionStartedAgain('draft', LATE)))
  test('allows a status query', () =>
    given(...past.preparing)
      .when(saysThat('draft', timing(LATE)))
      .records(preparationGivenUp, checkedLate('draft')))
})

describe('an expired SMS', () => {
  test('leaves the document prepared', () =>
    given(...past.sms_sending)
      .when(prepare(undefined, LATE))
      .records(smsGivenUp))
  test('is followed by another one', () =>
    given(...past.sms_sending)
      .when(sms(LATE))
      .records(smsGivenUp, smsRequestedAgain(LATE)))
  test('delays the next one for the full wait', () => {
    const patient = sms(80, { cooldownMs: 90_000 })
    given(...past.sms_sending)
      .when(patient)
      .rejects('E_DOCUMENT_SMS_COOLDOWN', {
        field: 'id',
        rule: 'cooldown',
        state: 'prepared',
        retryAfter: 20,
      })
  })
  test('provides no code', () =>
    given(...past.sms_sending)
      .when(confirm(LATE))
      .rejects('VERIFICATION_REQUIRED', { field: 'id', rule: 'state', state: 'prepared' }))
  test('leaves an earlier code valid', () =>
    given(...secondSms)
      .when(confirm(LATE))
      .records(secondSmsGivenUp, submissionStartedAgain(LATE)))
  test('does not prevent a deletion', () => {
    given(...past.sms_sending)
      .when(remove(LATE))
      .records(smsGivenUp, deletionStartedAgain('prepared', LATE))
    given(...secondSms)
      .when(remove(LATE))
      .records(secondSmsGivenUp, deletionStartedAgain('verification_pending', LATE))
  })
})

describe('an expired submission', () => {
  test.each([
    ['a preparation', prepare(undefined, LATE)],
    ['an SMS', sms(LATE)],
    ['a confirmation', confirm(LATE)],
    ['a deletion', remove(LATE)],
  ])('is never sent again, and prevents %s', (_what, command) =>
    given(...past.dispatching)
      .when(command)
      .rejects('E_DOCUMENT_REVIEW_REQUIRED', {
        field: 'id',
        rule: 'review',
        state: 'review_required',
      }),
  )
  test('is settled by the provider’s status', () =>
    given(...past.dispatching)
      .when(saysThat('accepted', timing(LATE)))
      .records(submissionGivenUp, checkedLate('accepted'), {
        type: 'ProviderAccepted',
        data: {
          ...submitting,
          attemptId: null,
          officialNumber: NUMBER,
          acceptedAt: at(51),
          ...numbering,
        },
      }))
  test('stays for review when the provider does not know it', () =>
    given(...past.dispatching)
      .when(saysThat('notFound', timing(LATE)))
      .records(submissionGivenUp, checkedLate('notFound')))
})

describe('an answer after the deadline counts if the attempt was not recorded as expired', () => {
  test('of a preparation', () =>
    given(...past.preparing)
      .when(preparationEnds(done, preparing.attemptId, LATE))
      .records({ type: 'VoucherPrepared', data: { ...preparing, preparedAt: at(LATE) } }))
  test('of an SMS', () =>
    given(...past.sms_sending)
      .when(smsEnds(done, texting.attemptId, LATE))
      .records({ type: 'SmsSent', data: { ...texting, sentAt: at(LATE), retryAt: at(LATE + 30) } }))
  test('of a submission', () =>
    given(...past.dispatching)
      .when(submissionEnds(refused, timing(LATE)))
      .records({
        type: 'SubmissionRefused',
        data: { ...submitting, ...refusal, refusedAt: at(LATE) },
      }))
})

describe('a late answer to an expired submission', () => {
  const givenUp = [...past.dispatching, submissionGivenUp]
  test('settles it', () => {
    given(...givenUp)
      .when(submissionEnds(acceptance))
      .records({
        type: 'ProviderAccepted',
        data: { ...submitting, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
      })
  })
  test('without a clear outcome adds nothing', () =>
    given(...givenUp)
      .when(submissionEnds(unknown))
      .recordsNothing())
})

test('without an open attempt there is no deadline', () => {
  for (const events of [past.draft, past.prepared, past.verification_pending, past.failed]) {
    given(...events)
      .when(settle(100_000))
      .recordsNothing()
  }
  given(drafted, preparationStarted, { ...preparationGivenUp })
    .when(settle(100_000))
    .recordsNothing()
})

function checkedLate(found: 'draft' | 'accepted' | 'notFound') {
  return statusChecked(found, { checkedAt: at(LATE) })
}
