import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abandon } from '#command/expense-vouchers/claims.ts'
import { finalize as finalizeAs, purchaseIn } from '#command/expense-vouchers/complete.ts'
import { draft as draftAs } from '#command/expense-vouchers/create.ts'
import { startDeletion } from '#command/expense-vouchers/delete.ts'
import { type Decision, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { cover } from '#test/support/cover.ts'
import { rejectionOf, specificationOf } from '#test/support/decider-spec.ts'
import { content, finalizationRequest } from '#test/support/voucher-samples.ts'

const given = specificationOf(expenseVoucher)

const voucher = content()
const { voucherId, bankTransactionId, claims } = voucher
const request = finalizationRequest()
const printDate = '2026-11-20T09:46:00.000Z'

const drafted: ExpenseVoucherEvent = { type: 'VoucherDrafted', data: voucher }
const requested: ExpenseVoucherEvent = { type: 'FinalizationRequested', data: request }
const finalized: ExpenseVoucherEvent = {
  type: 'VoucherFinalized',
  data: {
    voucherId,
    serial: 'GP',
    number: '7',
    printDate,
    stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
    purchase: purchaseIn(voucher),
    bankTransactionId,
  },
}
const deleted: ExpenseVoucherEvent = {
  type: 'DraftDeleted',
  data: { voucherId, bankTransactionId, claims },
}
const fenced: ExpenseVoucherEvent = {
  type: 'VoucherAbandoned',
  data: { voucherId, reason: 'neverCreated', claims: null },
}
const withoutNumber: ExpenseVoucherEvent = {
  type: 'VoucherAbandoned',
  data: { voucherId, reason: 'numberTaken', claims },
}

const draft = draftAs(voucher, null)
const issue = draftAs(voucher, request)
const finalizeWith = (number: string) => finalizeAs({ number, printDate })
const finalize = finalizeWith('7')
const deleteDraft = startDeletion({
  attemptId: '0f9f2c5e-6a70-4a52-9f1f-4fb1a5a6f0a1',
  now: '2026-11-20T09:00:00.000Z',
  deadlineMs: 60_000,
  cooldownMs: 60_000,
})
const fence = abandon(voucherId, 'neverCreated')
const giveUp = abandon(voucherId, 'numberTaken')

describe('a voucher that does not exist', () => {
  test('is drafted', () => given().when(draft).records(drafted))
  test('is drafted and its finalization is requested at once', () =>
    given().when(issue).records(drafted, requested))
  test('cannot be finalized', () => given().when(finalize).rejects('RESOURCE_NOT_FOUND'))
  test('cannot be deleted', () => given().when(deleteDraft).rejects('RESOURCE_NOT_FOUND'))
  test('is fenced, so that it can no longer be created', () => given().when(fence).records(fenced))
  test('cannot lose a number', () => given().when(giveUp).recordsNothing())
})

describe('a draft', () => {
  test('is drafted once', () => given(drafted).when(draft).recordsNothing())
  test('is not finalized by drafting it again', () => given(drafted).when(issue).recordsNothing())
  test('cannot be finalized, because it was not requested', () =>
    given(drafted).when(finalize).rejects('CONFLICT'))
  test('is deleted, and the event names the claims to release', () =>
    given(drafted).when(deleteDraft).records(deleted))
  test('exists, so it cannot be fenced', () => given(drafted).when(fence).recordsNothing())
  test('waits for no number', () => given(drafted).when(giveUp).recordsNothing())
})

describe('a voucher being finalized', () => {
  test('is drafted once', () => {
    given(drafted, requested).when(issue).recordsNothing()
    given(drafted, requested).when(draft).recordsNothing()
  })
  test('is finalized, with its stock movement', () =>
    given(drafted, requested).when(finalize).records(finalized))
  test('cannot be deleted', () => given(drafted, requested).when(deleteDraft).rejects('CONFLICT'))
  test('exists, so it cannot be fenced', () =>
    given(drafted, requested).when(fence).recordsNothing())
  test('is abandoned if another voucher has its number, and the event names the claims to release', () =>
    given(drafted, requested).when(giveUp).records(withoutNumber))
})

describe('a finalized voucher', () => {
  test.each([
    ['drafted', draft],
    ['issued', issue],
    ['finalized', finalize],
    ['finalized under another number', finalizeWith('8')],
    ['fenced off', fence],
    ['given up', giveUp],
  ] satisfies [string, Decision][])('is not %s again', (_what, command) =>
    given(drafted, requested, finalized).when(command).recordsNothing(),
  )
  test('cannot be deleted', () =>
    given(drafted, requested, finalized).when(deleteDraft).rejects('CONFLICT'))
})

/** Nothing was done: the request can be sent again at once. */
const notYet = { field: 'request', rule: 'unavailable', retryAfter: 1 }

describe.each([
  { what: 'deleted draft', past: [drafted, deleted] },
  { what: 'fenced voucher', past: [fenced] },
  { what: 'voucher given up for its number', past: [drafted, requested, withoutNumber] },
])('a $what', ({ past }) => {
  test('cannot be drafted again', () => {
    given(...past)
      .when(draft)
      .rejects('UNAVAILABLE', notYet)
    given(...past)
      .when(issue)
      .rejects('UNAVAILABLE', notYet)
  })
  test('cannot be finalized', () =>
    given(...past)
      .when(finalize)
      .rejects('CONFLICT'))
  test('is not found for a deletion', () =>
    given(...past)
      .when(deleteDraft)
      .rejects('RESOURCE_NOT_FOUND'))
  test('is abandoned once', () => {
    given(...past)
      .when(fence)
      .recordsNothing()
    given(...past)
      .when(giveUp)
      .recordsNothing()
  })
})

test('a voucher of its own number keeps the number as it was counted', () => {
  const { events } = ran([issue, finalizeWith('42')])
  expect(events.at(-1)).toMatchObject({ data: { serial: 'GP', number: '42' } })
})

test('after any history a repeated command records nothing', () => {
  const commands = fc.constantFrom(draft, issue, finalize, deleteDraft, fence, giveUp)
  const cases = cover('VoucherDrafted', 'FinalizationRequested', 'VoucherFinalized', 'DraftDeleted')
  cases.assert(
    fc.property(fc.array(commands, { maxLength: 6 }), commands, (past, command) => {
      const { events, state } = ran(past)
      const recorded = answer(command, state)
      for (const { type } of recorded) {
        if (type === 'VoucherDrafted' || type === 'DraftDeleted') cases.count(type)
        if (type === 'FinalizationRequested' || type === 'VoucherFinalized') cases.count(type)
      }
      const again = answer(command, recorded.reduce(expenseVoucher.evolve, state))
      expect(again).toEqual([])
      expect(fold(expenseVoucher, [...events, ...recorded])).toEqual(
        recorded.reduce(expenseVoucher.evolve, state),
      )
    }),
    { numRuns: 500 },
  )
})

function ran(commands: readonly Decision[]) {
  let state = expenseVoucher.initial
  const events: ExpenseVoucherEvent[] = []
  for (const command of commands) {
    const recorded = answer(command, state)
    events.push(...recorded)
    state = recorded.reduce(expenseVoucher.evolve, state)
  }
  return { events, state }
}

/** A refused command records nothing. */
function answer(command: Decision, state: typeof expenseVoucher.initial) {
  let recorded: readonly ExpenseVoucherEvent[] = []
  rejectionOf(() => {
    recorded = command(state)
  })
  return recorded
}
