import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/decider.ts'
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
  'a $what without an answer is given up at its deadline, and not before',
  ({ events, due, ends, in: state }) => {
    given(...events)
      .when(settle(due - 0.001))
      .recordsNothing()
    const atItsDeadline = expenseVoucher.decide(settle(due), fold(expenseVoucher, events))
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

describe('a preparation that is too old', () => {
  test('is begun again, under the same uuid', () =>
    given(...past.preparing)
      .when(prepare(undefined, LATE))
      .records(preparationGivenUp, preparationStartedAgain(undefined, LATE)))
  test('leaves nothing to send a code for, or to confirm', () => {
    given(...past.preparing)
      .when(sms(LATE))
      .rejects('E_DOCUMENT_NOT_PREPARED', { state: 'draft' })
    given(...past.preparing)
      .when(confirm(LATE))
      .rejects('VERIFICATION_REQUIRED', { state: 'draft' })
  })
  test('is deleted at the provider, which may have it', () =>
    given(...past.preparing)
      .when(remove(LATE))
      .records(preparationGivenUp, deletionStartedAgain('draft', LATE)))
  test('is asked after', () =>
    given(...past.preparing)
      .when(saysThat('draft', timing(LATE)))
      .records(preparationGivenUp, checkedLate('draft')))
})

describe('an SMS that is too old', () => {
  test('leaves the document prepared', () =>
    given(...past.sms_sending)
      .when(prepare(undefined, LATE))
      .records(smsGivenUp))
  test('is followed by another one', () =>
    given(...past.sms_sending)
      .when(sms(LATE))
      .records(smsGivenUp, smsRequestedAgain(LATE)))
  test('makes the next one wait, as long as the wait lasts', () => {
    const patient = sms(80, { cooldownMs: 90_000 })
    given(...past.sms_sending)
      .when(patient)
      .rejects('E_DOCUMENT_SMS_COOLDOWN', { state: 'prepared', retryAfter: 20 })
  })
  test('gives no code to confirm with', () =>
    given(...past.sms_sending)
      .when(confirm(LATE))
      .rejects('VERIFICATION_REQUIRED', { state: 'prepared' }))
  test('leaves an earlier code to confirm with', () =>
    given(...secondSms)
      .when(confirm(LATE))
      .records(secondSmsGivenUp, submissionStartedAgain(LATE)))
  test('does not keep the document from being deleted', () => {
    given(...past.sms_sending)
      .when(remove(LATE))
      .records(smsGivenUp, deletionStartedAgain('prepared', LATE))
    given(...secondSms)
      .when(remove(LATE))
      .records(secondSmsGivenUp, deletionStartedAgain('verification_pending', LATE))
  })
})

describe('a submission that is too old', () => {
  test.each([
    ['a preparation', prepare(undefined, LATE)],
    ['an SMS', sms(LATE)],
    ['a confirmation', confirm(LATE)],
    ['a deletion', remove(LATE)],
  ])('is never sent again, and stands in the way of %s', (_what, command) =>
    given(...past.dispatching)
      .when(command)
      .rejects('E_DOCUMENT_REVIEW_REQUIRED', { state: 'review_required' }),
  )
  test('is settled by what the provider says', () =>
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

describe('an answer that comes after the deadline counts when nobody has given the attempt up', () => {
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

describe('a late answer to a submission that was given up', () => {
  const givenUp = [...past.dispatching, submissionGivenUp]
  test('settles it', () => {
    given(...givenUp)
      .when(submissionEnds(acceptance))
      .records({
        type: 'ProviderAccepted',
        data: { ...submitting, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
      })
  })
  test('that nobody knows says nothing new', () =>
    given(...givenUp)
      .when(submissionEnds(unknown))
      .recordsNothing())
})

test('what is not under way has no deadline', () => {
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
