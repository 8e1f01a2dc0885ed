import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeCancelled } from '#command/expense-vouchers/cancel.ts'
import { electronicOnly, expenseVoucher, holdsNothing } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  asked,
  at,
  confirm,
  finalize,
  finalized,
  given,
  incomplete,
  NOW,
  NUMBER,
  numbering,
  past,
  prepare,
  remove,
  resolveAs,
  saysThat,
  sms,
  statusChecked,
  statusOf,
  voucherCancelled,
} from './examples.ts'

const told = { ...statusOf('accepted'), cancelled: true }
const saysCancelled = saysThat('accepted', { status: told })
const cancelledPast = [...past.sent, voucherCancelled]
const voucherAfter = (...events: readonly ExpenseVoucherEvent[]) => fold(expenseVoucher, events)

describe('a document that was sent', () => {
  test('is cancelled if the provider says so', () =>
    given(...past.sent)
      .when(saysCancelled)
      .records(statusChecked('accepted', { cancelled: true }), voucherCancelled))

  test('is cancelled if the provider no longer knows it as accepted', () =>
    given(...past.sent)
      .when(saysThat('cancelled'))
      .records(statusChecked('cancelled'), voucherCancelled))

  test.each(['accepted', 'notFound', 'rejected'] as const)(
    'stays live if it is %s there',
    (found) =>
      given(...past.sent)
        .when(saysThat(found))
        .records(statusChecked(found)),
  )

  test('holds neither its transaction nor its day once it is cancelled, and stays sent', () => {
    expect(holdsNothing(voucherAfter(...past.sent))).toBe(false)
    const voucher = electronicOnly(voucherAfter(...cancelledPast))
    expect(holdsNothing(voucher)).toBe(true)
    expect(voucher).toMatchObject({
      finalization: { number: '7' },
      document: { state: 'sent', number: NUMBER, cancelled: true },
    })
  })
})

describe('a cancelled document', () => {
  test('is not cancelled a second time', () =>
    given(...cancelledPast)
      .when(saysCancelled)
      .records(statusChecked('accepted', { cancelled: true })))

  test('stays cancelled whatever is said of it later', () => {
    given(...cancelledPast)
      .when(saysThat('accepted'))
      .records(statusChecked('accepted'))
    const voucher = voucherAfter(...cancelledPast, statusChecked('accepted'))
    expect(electronicOnly(voucher).document.cancelled).toBe(true)
    expect(holdsNothing(voucher)).toBe(true)
  })

  test.each([
    ['prepared', prepare()],
    ['given another code', sms()],
    ['confirmed', confirm()],
    ['deleted', remove()],
  ] as const)('cannot be %s', (_what, verb) =>
    given(...cancelledPast)
      .when(verb)
      .rejects('CONFLICT'),
  )

  test('needs no decision of an operator', () =>
    given(...cancelledPast)
      .when(resolveAs('accepted'))
      .rejects('CONFLICT'))
})

describe('before it is complete here', () => {
  const acceptedWhenAsked = {
    type: 'ProviderAccepted',
    data: { ...asked, officialNumber: NUMBER, acceptedAt: at(51), ...numbering },
  } as const

  test('a document keeps what it holds until it has its number', () => {
    given(...incomplete)
      .when(saysCancelled)
      .records(statusChecked('accepted', { cancelled: true }))
    given(...incomplete, statusChecked('accepted', { cancelled: true }))
      .when(finalize)
      .records(finalized, voucherCancelled)
  })

  test('a document for review that turns out to be accepted and cancelled is both', () => {
    const found = [statusChecked('accepted', { cancelled: true }), acceptedWhenAsked] as const
    given(...past.review_required)
      .when(saysCancelled)
      .records(...found)
    given(...past.review_required, ...found)
      .when(finalize)
      .records(finalized, voucherCancelled)
  })
})

test.each(Object.entries(past))(
  'a document that is %s can be cancelled only once it is sent',
  (state, events) => expect(canBeCancelled(voucherAfter(...events))).toBe(state === 'sent'),
)

test('the first word of a cancellation stays, in any order of answers', () => {
  const answers = fc.array(
    fc.record({
      found: fc.constantFrom('accepted' as const, 'cancelled' as const, 'notFound' as const),
      cancelled: fc.constantFrom(true, false, null),
      second: fc.integer({ min: NOW, max: NOW + 100 }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(answers, (said) => {
      const history: ExpenseVoucherEvent[] = [...past.sent]
      for (const { found, cancelled, second } of said) {
        const status = { ...statusOf(found), cancelled }
        history.push(...saysThat(found, { status, now: at(second) })(voucherAfter(...history)))
      }
      const first = said.find(({ found, cancelled }) => found === 'cancelled' || cancelled === true)
      const expected = first === undefined ? [] : [at(first.second)]
      const recorded = history.flatMap((event) =>
        event.type === 'VoucherCancelled' ? [event.data.cancelledAt] : [],
      )
      expect(recorded).toEqual(expected)
      expect(holdsNothing(voucherAfter(...history))).toBe(first !== undefined)
      expect(electronicOnly(voucherAfter(...history)).document.state).toBe('sent')
    }),
  )
})
