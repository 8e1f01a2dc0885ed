import { expect, test } from 'vitest'
import { bankQuery, type DataOf } from '#command/bank-queries/bank-query.ts'
import { dismissSetAside, recordSetAside } from '#command/bank-queries/decide.ts'
import { repaired } from '#command/bank-queries/repaired.ts'
import { setAsideMessage } from '#command/bank-queries/result.ts'
import { setAside } from '#command/bank-queries/set-aside.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'
import { originWithoutRequest } from '#kernel/platform/recording/origin.ts'
import { specificationOf } from '#test/support/decider-spec.ts'

type SetAside = DataOf<'BookingSetAside'>

const given = specificationOf(bankQuery)
const accountId = 'a'.repeat(24)
const odd: SetAside = {
  accountId,
  bookingId: 'b'.repeat(24),
  stamp: 'odd',
  reason: 'unreadable',
  faults: [{ member: 'islTtr', rule: 'pattern' }],
  incoming: true,
  transactionDate: '2026-11-20T09:45:00.000Z',
  amount: null,
  currency: 'TRY',
}
const other: SetAside = { ...odd, bookingId: 'c'.repeat(24), stamp: 'other' }
const was = (data: SetAside): BankQueryEvent => ({ type: 'BookingSetAside', data })
const decided = { accountId, bookingId: odd.bookingId }
const transactionId = 'd'.repeat(24)
const reason = 'an advertisement'
const recorded: BankQueryEvent = {
  type: 'SetAsideBookingRecorded',
  data: { ...decided, transactionId },
}
const dismissed: BankQueryEvent = { type: 'SetAsideBookingDismissed', data: { ...decided, reason } }

test('a booking is set aside once, as long as it waits', () => {
  const command = setAside([odd, other])
  given().when(command).records(was(odd), was(other))
  given(was(odd)).when(command).records(was(other))
  given(was(odd), was(other)).when(command).recordsNothing()
  given(was(odd), was(other), dismissed).when(command).records(was(odd))
})

test('a person’s decision ends the waiting, and only that', () => {
  given(was(odd))
    .when(recordSetAside({ ...decided, transactionId }))
    .records(recorded)
  given(was(odd))
    .when(dismissSetAside({ ...decided, reason }))
    .records(dismissed)
  for (const before of [[], [was(other)], [was(odd), recorded], [was(odd), dismissed]]) {
    given(...before)
      .when(recordSetAside({ ...decided, transactionId }))
      .recordsNothing()
    given(...before)
      .when(dismissSetAside({ ...decided, reason }))
      .recordsNothing()
  }
})

const sent = {
  transactionId,
  incoming: true,
  transactionDate: '2026-11-20T20:59:59.000Z',
  amount: '12.5',
  currency: 'TRY',
}
const delivered = (changes: object = {}, setAsideToo: readonly string[] = []) =>
  repaired({
    accountId,
    otherAccounts: [],
    timeZone: 'Europe/Istanbul',
    origin: {
      companyId: 'company',
      ...originWithoutRequest({ kind: 'process', id: 'test' }, 'command'),
    },
    delivery: {
      setAside: new Set(setAsideToo),
      awaited: new Set(['odd']),
      transactions: new Map([['odd', { ...sent, ...changes }]]),
    },
  })

test('the bank repairs a booking by what agrees with all that could be read of it', () => {
  given(was(odd), was(other)).when(delivered()).records(recorded)
  given(was(odd), recorded).when(delivered()).recordsNothing()
  for (const changes of [
    { incoming: false },
    { currency: 'USD' },
    { transactionDate: '2026-11-20T21:00:00.000Z' },
  ]) {
    given(was(odd)).when(delivered(changes)).recordsNothing()
  }
  given(was(odd))
    .when(delivered({}, [odd.bookingId]))
    .recordsNothing()
})

test('a contradiction is never repaired', () => {
  given(was({ ...odd, reason: 'contradicts' }))
    .when(delivered())
    .recordsNothing()
})

test('a message names each stamp with its members, also where there are many', () => {
  const messageAfter = (count: number) => {
    const events = Array.from({ length: count }, (_, index) =>
      was({ ...odd, bookingId: String(index), stamp: index === 0 ? null : `S${index}` }),
    )
    return setAsideMessage(fold(bankQuery, events).open)
  }
  expect(messageAfter(1)).toBe(
    '1 booking set aside waits for a person’s decision: without a stamp (islTtr).',
  )
  expect(messageAfter(20_000)).toMatch(
    /^20000 bookings set aside wait .*: without a stamp \(islTtr\), S1 \(islTtr\), .* and 19990 more\.$/,
  )
})
