import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import {
  acceptance,
  at,
  confirm,
  deadline,
  done,
  drafted,
  given,
  NUMBER,
  numbering,
  past,
  preparationEnds,
  preparationStarted,
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
  submissionEnds,
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

const open = [
  { events: past.preparing, ends: preparationGivenUp },
  { events: past.sms_sending, ends: smsGivenUp },
  { events: secondSms, ends: secondSmsGivenUp },
  { events: past.dispatching, ends: submissionGivenUp },
] as const

const commands: readonly (readonly [string, ReturnType<typeof settle>])[] = [
  ['a preparation', prepare(undefined, LATE)],
  ['an SMS', sms(LATE)],
  ['a confirmation', confirm(LATE)],
  ['a deletion', remove(LATE)],
  ['a status query', saysThat('accepted', timing(LATE))],
  ['a status query of what is not known there', saysThat('notFound', timing(LATE))],
]

test.each(commands)(
  '%s decides on an expired attempt as on one that was recorded so',
  (what, command) => {
    for (const { events, ends } of open) {
      // The further SMS of the samples is that attempt itself.
      if (what === 'an SMS' && events === secondSms) continue
      const decide = (...more: readonly (typeof ends)[]) => {
        try {
          return { events: command(fold(expenseVoucher, [...events, ...more])) }
        } catch (error) {
          return { error }
        }
      }
      const recorded = decide(ends)
      expect(decide()).toEqual(
        recorded.events === undefined ? recorded : { events: [ends, ...recorded.events] },
      )
    }
  },
)

test('an SMS that expired delays the next one for the full wait', () => {
  given(...past.sms_sending)
    .when(sms(80, { cooldownMs: 90_000 }))
    .rejects('E_DOCUMENT_SMS_COOLDOWN', {
      field: 'id',
      rule: 'cooldown',
      state: 'prepared',
      retryAfter: 20,
    })
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
