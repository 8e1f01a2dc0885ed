import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  at,
  busy,
  calls,
  confirm,
  done,
  given,
  NOW,
  notTaken,
  past,
  refusal,
  refused,
  silence,
  sms,
  smsEnds,
  smsRefused,
  smsRequested,
  smsRequestedAgain,
  smsSent,
  smsUnknown,
  texting,
  unknown,
  unreadable,
  unreadableAnswer,
} from './examples.ts'

const RETRY_AT = at(NOW + 30)
const second = { ...calls, attemptId: 'another SMS' }
const sendingAgain = [...past.verification_pending, smsRequestedAgain()]
const endsAgain = (outcome: Parameters<typeof smsEnds>[0]) => smsEnds(outcome, 'another SMS')

describe('the first SMS', () => {
  test('once sent, makes the document wait for its code and delays the next SMS', () =>
    given(...past.sms_sending)
      .when(smsEnds(done))
      .records({ type: 'SmsSent', data: { ...texting, sentAt: at(NOW), retryAt: RETRY_AT } }))

  test.each([
    ['refused', refused, refusal],
    ['not looked at', notTaken, busy],
  ] as const)('once %s, leaves the document prepared', (_what, outcome, failure) =>
    given(...past.sms_sending)
      .when(smsEnds(outcome))
      .records({
        type: 'SmsRefused',
        data: { ...texting, ...failure, state: 'prepared', refusedAt: at(NOW) },
      }),
  )

  test.each([
    ['without an answer', unknown, silence],
    ['with an answer that cannot be read', unreadableAnswer, unreadable],
  ] as const)(
    '%s leaves the document prepared, and still delays the next one',
    (_what, outcome, failure) =>
      given(...past.sms_sending)
        .when(smsEnds(outcome))
        .records({
          type: 'SmsUnknown',
          data: {
            ...texting,
            ...failure,
            state: 'prepared',
            retryAt: RETRY_AT,
            givenUpAt: at(NOW),
          },
        }),
  )
})

describe('a further SMS', () => {
  test('once sent, leaves the document waiting for the newer code', () =>
    given(...sendingAgain)
      .when(endsAgain(done))
      .records({ type: 'SmsSent', data: { ...second, sentAt: at(NOW), retryAt: RETRY_AT } }))

  test('once refused, leaves the earlier code valid', () => {
    const kept = {
      type: 'SmsRefused',
      data: { ...second, ...refusal, state: 'verification_pending', refusedAt: at(NOW) },
    } as const
    given(...sendingAgain)
      .when(endsAgain(refused))
      .records(kept)
    expect(stateAfter(...sendingAgain, kept)).toBe('verification_pending')
  })

  test('without an answer leaves the earlier code valid', () =>
    given(...sendingAgain)
      .when(endsAgain(unknown))
      .records({
        type: 'SmsUnknown',
        data: {
          ...second,
          ...silence,
          state: 'verification_pending',
          retryAt: RETRY_AT,
          givenUpAt: at(NOW),
        },
      }))
})

describe('the wait between two SMS', () => {
  test.each([
    ['sent', past.verification_pending],
    ['that may have been sent', [...past.sms_sending, smsUnknown]],
  ] as const)('runs after one %s, to the second', (_what, events) => {
    const state = stateAfter(...events)
    const cooling = (retryAfter: number) => ({ field: 'id', rule: 'cooldown', state, retryAfter })
    given(...events)
      .when(sms(11))
      .rejects('E_DOCUMENT_SMS_COOLDOWN', cooling(30))
    given(...events)
      .when(sms(40.001))
      .rejects('E_DOCUMENT_SMS_COOLDOWN', cooling(1))
    given(...events)
      .when(sms(41))
      .records(smsRequestedAgain(41))
  })

  test('does not run after one that was refused', () =>
    given(...past.sms_sending, smsRefused)
      .when(sms(12))
      .records(smsRequestedAgain(12)))

  test('is not reported while one is being sent', () =>
    given(...past.verification_pending, smsRequestedAgain(41))
      .when(sms(42, { attemptId: 'a third SMS' }))
      .rejects('E_DOCUMENT_BUSY', { field: 'id', rule: 'busy', state: 'sms_sending' }))
})

describe('an answer that comes late', () => {
  test('that it was sent makes the code usable', () => {
    const sent = {
      type: 'SmsSent',
      data: { ...texting, sentAt: at(NOW), retryAt: RETRY_AT },
    } as const
    given(...past.sms_sending, smsUnknown)
      .when(smsEnds(done))
      .records(sent)
    given(...past.sms_sending, smsUnknown, sent)
      .when(confirm())
      .records({
        type: 'SubmissionStarted',
        data: { ...calls, attemptId: 'another submission', startedAt: at(NOW) },
      })
  })

  test('that it was refused is reported, and the wait continues', () => {
    const told = {
      type: 'SmsRefused',
      data: { ...texting, ...refusal, state: 'prepared', refusedAt: at(NOW) },
    } as const
    given(...past.sms_sending, smsUnknown)
      .when(smsEnds(refused))
      .records(told)
    given(...past.sms_sending, smsUnknown, told)
      .when(sms(40))
      .rejects('E_DOCUMENT_SMS_COOLDOWN')
  })

  test.each([unknown, notTaken])('adds nothing: $kind', (outcome) =>
    given(...past.sms_sending, smsUnknown)
      .when(smsEnds(outcome))
      .recordsNothing(),
  )

  test.each([done, refused, unknown])(
    'after the next SMS began changes nothing: $kind',
    (outcome) =>
      given(...past.sms_sending, smsUnknown, smsRequestedAgain(42))
        .when(smsEnds(outcome))
        .recordsNothing(),
  )
})

test.each([done, refused, notTaken, unknown])('an answer counts once: $kind', (outcome) => {
  for (const ended of [smsSent, smsRefused]) {
    given(...past.sms_sending, ended)
      .when(smsEnds(outcome))
      .recordsNothing()
  }
})

test('an SMS that is recorded twice starts once', () =>
  given(...past.prepared, smsRequestedAgain(41))
    .when(sms(41))
    .recordsNothing())

test('a code that may not have been sent cannot be used', () =>
  given(...past.sms_sending, smsUnknown)
    .when(confirm())
    .rejects('VERIFICATION_REQUIRED', { field: 'id', rule: 'state', state: 'prepared' }))

test('a new SMS leaves uuid, phone and content as they are', () => {
  const before = electronicOnly(fold(expenseVoucher, past.prepared)).document
  const after = electronicOnly(fold(expenseVoucher, past.verification_pending)).document
  expect(after).toEqual({
    ...before,
    state: 'verification_pending',
    smsSentAt: smsSent.data.sentAt,
    smsRetryAt: smsSent.data.retryAt,
  })
  expect(smsRequested.data.uuid).toBe(before.uuid)
})

const stateAfter = (...events: readonly ExpenseVoucherEvent[]) =>
  electronicOnly(fold(expenseVoucher, events)).document.state
