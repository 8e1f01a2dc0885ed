import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { dueRound, evolveSent, type SentTogether } from '#command/expense-vouchers/sent-checks.ts'
import { recordNews, type StatusCheck } from '#command/expense-vouchers/status.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'
import { metadata, recorded } from '#test/support/stored-events.ts'
import {
  given,
  incomplete,
  numbering,
  past,
  statusChecked,
  statusOf,
  timing,
  UUID,
  voucherCancelled,
} from './examples.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const schedule = { intervalMs: DAY, rounds: 7, paceMs: 1_000 }

const after = (...events: ReturnType<typeof happens>[]) =>
  events.reduce<OpenWork<SentTogether>>(evolveSent(schedule), new Map())
const happens = (id: string, type: ExpenseVoucherEvent['type'], at: number) =>
  recorded(electronicVoucherEvents(id)(type), {
    metadata: metadata({ recordedAt: new Date(at).toISOString() }),
  })
const accepted = (id: string, at: number) => happens(id, 'ProviderAccepted', at)

const A = 'a'.repeat(24)
const B = 'b'.repeat(24)

test('vouchers that are accepted within an hour are asked about together, once a day for seven days', () => {
  const work = after(
    happens(A, 'SubmissionStarted', NOON),
    accepted(A, NOON),
    accepted(B, NOON + HOUR - 1),
  )
  const together = { until: NOON + HOUR, vouchers: [A, B], round: 0, asked: 0 }
  expect([...work.values()]).toEqual([together])
  const due = (days: number, round = 0) =>
    dueRound({ ...together, round }, together.until + days * DAY, schedule)
  expect([0, 0.99, 1, 2.5, 7, 8, 100].map((days) => due(days))).toEqual([
    undefined,
    undefined,
    1,
    2,
    7,
    7,
    7,
  ])
  expect(due(1.5, 1)).toBeUndefined()
  expect(due(100, 7)).toBeUndefined()
})

test('however many are sent, and whatever the clock says, what is kept is of a week and a day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 * DAY }), { maxLength: 40 }), (moments) => {
      const work = after(...moments.map((at) => accepted(A, NOON + at)))
      const last = NOON + (moments.at(-1) ?? 0)
      for (const { until } of work.values()) expect(until).toBeGreaterThanOrEqual(last - 8 * DAY)
      const kept = [...work.values()].flatMap(({ vouchers }) => vouchers).length
      expect(kept).toBeLessThanOrEqual(moments.length)
      const areAllRecent = Math.max(...moments, 0) < 8 * DAY
      expect(kept).toBeGreaterThanOrEqual(areAllRecent ? moments.length : 0)
    }),
  )
})

describe('an answer that nobody has asked for', () => {
  const saysThat = (
    found: 'accepted' | 'cancelled' | 'notFound' | 'draft',
    said: Partial<StatusCheck['status']> = {},
  ) =>
    recordNews({
      uuid: UUID,
      status: { ...statusOf(found), ...said },
      accepted: null,
      numbering,
      ...timing(),
    })

  test('is recorded if it is the first one, or says something else', () => {
    given(...past.sent)
      .when(saysThat('accepted'))
      .records(statusChecked('accepted'))
    const reported = { reportStatus: 'Reported' } as const
    given(...past.sent, statusChecked('accepted'))
      .when(saysThat('accepted', reported))
      .records(statusChecked('accepted', reported))
  })

  test('is not recorded if it says what is known', () =>
    given(...past.sent, statusChecked('accepted'))
      .when(saysThat('accepted'))
      .recordsNothing())

  test('is not recorded if it says that there is no document', () =>
    given(...past.sent)
      .when(saysThat('notFound'))
      .recordsNothing())

  test('cancels the voucher, once', () => {
    const told = { cancelled: true }
    given(...past.sent)
      .when(saysThat('accepted', told))
      .records(statusChecked('accepted', told), voucherCancelled)
    given(...past.sent, statusChecked('accepted', told), voucherCancelled)
      .when(saysThat('accepted', told))
      .recordsNothing()
  })

  test('cancels a voucher of which an earlier release has recorded the answer alone', () => {
    const told = statusChecked('accepted', { cancelled: true })
    given(...past.sent, told)
      .when(saysThat('accepted', { cancelled: true }))
      .records(told, voucherCancelled)
  })

  test('does not complete a document', () =>
    given(...incomplete, statusChecked('accepted'))
      .when(saysThat('accepted'))
      .recordsNothing())
})
