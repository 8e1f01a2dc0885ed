import { describe, expect, test } from 'vitest'
import { nextUuid } from '#command/expense-vouchers/prepare.ts'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  at,
  busy,
  cooldownMs,
  done,
  drafted,
  given,
  NOW,
  neverArrived,
  notTaken,
  OTHER_UUID,
  past,
  preparationEnds,
  preparationRefused,
  preparationStarted,
  preparationStartedAgain,
  preparationUnknown,
  prepare,
  prepared,
  preparing,
  refusal,
  refused,
  silence,
  sms,
  smsSent,
  smsUnknown,
  UUID,
  unknown,
  unreadable,
  unreadableAnswer,
} from './examples.ts'

const OTHER_PREPARATION = 'another preparation'
const documentAfter = (...events: readonly ExpenseVoucherEvent[]) =>
  electronicOnly(fold(expenseVoucher, events)).document
const usesNext = (fresh: string, ...events: readonly ExpenseVoucherEvent[]) =>
  nextUuid(electronicOnly(fold(expenseVoucher, events)), fresh)

describe('a preparation', () => {
  test('that the provider stored leaves the document prepared', () =>
    given(...past.preparing)
      .when(preparationEnds(done))
      .records({ type: 'VoucherPrepared', data: { ...preparing, preparedAt: at(NOW) } }))

  test('whose content is refused leaves the document failed', () =>
    given(...past.preparing)
      .when(preparationEnds(refused))
      .records({
        type: 'PreparationRefused',
        data: { ...preparing, ...refusal, refusedAt: at(NOW) },
      }))

  test.each([
    ['has no answer', unknown, silence],
    ['has one that cannot be read', unreadableAnswer, unreadable],
    ['was not looked at', notTaken, busy],
  ] as const)('that %s leaves a draft', (_what, outcome, failure) =>
    given(...past.preparing)
      .when(preparationEnds(outcome))
      .records({
        type: 'PreparationUnknown',
        data: { ...preparing, ...failure, givenUpAt: at(NOW) },
      }),
  )

  test.each([done, refused, notTaken, unknown])('counts once: $kind', (outcome) => {
    const ended = [...past.prepared]
    given(...ended)
      .when(preparationEnds(outcome))
      .recordsNothing()
    given(drafted, preparationStarted, preparationRefused)
      .when(preparationEnds(outcome))
      .recordsNothing()
  })

  test.each([done, refused, unknown])(
    'that expired stays so, and the next one finds its result: $kind',
    (outcome) =>
      given(drafted, preparationStarted, preparationUnknown)
        .when(preparationEnds(outcome))
        .recordsNothing(),
  )

  test.each([done, refused, unknown])(
    'is not changed by the answer to another one: $kind',
    (outcome) =>
      given(drafted, preparationStarted, preparationUnknown, preparationStartedAgain())
        .when(preparationEnds(outcome))
        .recordsNothing(),
  )

  test('that follows one without an answer ends by itself', () =>
    given(drafted, preparationStarted, preparationUnknown, preparationStartedAgain())
      .when(preparationEnds(done, OTHER_PREPARATION))
      .records({
        type: 'VoucherPrepared',
        data: { ...preparing, attemptId: OTHER_PREPARATION, preparedAt: at(NOW) },
      }))

  test('that is recorded twice starts once', () =>
    given(drafted, preparationStartedAgain()).when(prepare()).recordsNothing())
})

describe('the uuid', () => {
  test('is new for the first preparation', () => expect(usesNext(UUID, drafted)).toBe(UUID))

  test('is the same after an unknown outcome', () => {
    const events = [drafted, preparationStarted, preparationUnknown] as const
    expect(usesNext(OTHER_UUID, ...events)).toBe(UUID)
    given(...events)
      .when(prepare())
      .records(preparationStartedAgain())
    given(...events)
      .when(prepare(OTHER_UUID))
      .rejects('E_DOCUMENT_BUSY', { field: 'id', rule: 'busy', state: 'draft' })
  })

  test.each([
    ['a refused content', [drafted, preparationStarted, preparationRefused]],
    ['a refused submission', past.failed],
    ['a submission that never arrived', [...past.review_required, neverArrived]],
  ] as const)('is a new one after %s, and never the old one', (_what, events) => {
    expect(usesNext(OTHER_UUID, ...events)).toBe(OTHER_UUID)
    given(...events)
      .when(prepare(OTHER_UUID))
      .records(preparationStartedAgain(OTHER_UUID))
    given(...events)
      .when(prepare())
      .rejects('E_DOCUMENT_BUSY', { field: 'id', rule: 'busy', state: 'failed' })
  })

  test('of a refused document is not used by who saw it before two refusals', () => {
    const refusedAgain: ExpenseVoucherEvent = {
      type: 'PreparationRefused',
      data: {
        ...preparing,
        uuid: OTHER_UUID,
        attemptId: OTHER_PREPARATION,
        ...refusal,
        refusedAt: at(NOW),
      },
    }
    given(...past.failed, preparationStartedAgain(OTHER_UUID), refusedAgain)
      .when(prepare(UUID, NOW, 'a third preparation', UUID))
      .rejects('E_DOCUMENT_BUSY', { field: 'id', rule: 'busy', state: 'failed' })
  })

  test('of refused content stays with its answer, not with the next document', () => {
    const again = [...past.failed, preparationStartedAgain(OTHER_UUID)]
    given(...again)
      .when(preparationEnds(done))
      .recordsNothing()
    expect(documentAfter(...again)).toMatchObject({ uuid: OTHER_UUID, state: 'preparing' })
  })
})

describe('a new document of the same voucher', () => {
  const restarted = [...past.failed, preparationStartedAgain(OTHER_UUID, 60)]
  const preparedAnew: ExpenseVoucherEvent = {
    type: 'VoucherPrepared',
    data: {
      ...preparing,
      uuid: OTHER_UUID,
      attemptId: OTHER_PREPARATION,
      preparedAt: at(61),
    },
  }

  test('takes over only the wait for the next SMS from the refused one', () => {
    expect(documentAfter(...restarted)).toMatchObject({
      preparedAt: null,
      smsSentAt: null,
      acceptedAt: null,
      errorCode: null,
      errorMessage: null,
      providerStatus: 'unknown',
      smsRetryAt: smsSent.data.retryAt,
    })
  })

  test('waits for the SMS that the refused one sent, or may have sent', () => {
    const sentLate = { ...smsSent, data: { ...smsSent.data, retryAt: at(80) } } as const
    const { preparing: begun } = past
    const mayHaveSent = { ...smsUnknown, data: { ...smsUnknown.data, retryAt: at(80) } } as const
    const refusedNow = { ...preparationRefused, data: { ...preparationRefused.data } } as const
    for (const cooling of [sentLate, mayHaveSent]) {
      const events = [...begun, cooling, refusedNow, preparationStartedAgain(OTHER_UUID, 60)]
      given(...events, preparedAnew)
        .when(sms(70))
        .rejects('E_DOCUMENT_SMS_COOLDOWN', {
          field: 'id',
          rule: 'cooldown',
          state: 'prepared',
          retryAfter: 10,
        })
    }
    expect(cooldownMs).toBe(30_000)
  })
})

test('the content of a prepared document is locked, and only a locked one has a phone', () => {
  expect(documentAfter(...past.prepared)).toMatchObject({
    phone: '905321234567',
    frozenAt: at(0),
    preparedAt: prepared.data.preparedAt,
    providerStatus: 'waiting',
  })
  for (const ended of [preparationUnknown, preparationRefused]) {
    expect(documentAfter(drafted, preparationStarted, ended)).toMatchObject({
      uuid: UUID,
      phone: null,
      frozenAt: null,
    })
  }
})
