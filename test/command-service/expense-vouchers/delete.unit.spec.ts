import { describe, expect, test } from 'vitest'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  at,
  busy,
  calls,
  confirm,
  deadlineMs,
  deleted,
  deleting,
  deletionEnds,
  deletionStarted,
  deletionStartedAgain,
  deletionUnknown,
  done,
  drafted,
  given,
  goOnRemoving,
  NOW,
  notTaken,
  past,
  preparationEnds,
  preparationStarted,
  preparationUnknown,
  prepare,
  refusal,
  refused,
  remove,
  silence,
  smsEnds,
  submissionEnds,
  submissionStartedAgain,
  unknown,
  unreadable,
  unreadableAnswer,
} from './examples.ts'

const another = 'another deletion'
const deletionRefused = (state: 'prepared' | 'verification_pending', failure = refusal) =>
  ({
    type: 'DeletionRefused',
    data: { ...deleting, ...failure, state, refusedAt: at(NOW) },
  }) as const
const stateAfter = (...events: readonly ExpenseVoucherEvent[]) =>
  electronicOnly(fold(expenseVoucher, events)).document.state

describe('a deletion', () => {
  test('of a draft that was never sent is done at once, and names the claims to release', () =>
    given(drafted).when(remove()).records(deleted))

  test('begins once, of which it was not known whether it was recorded, even behind another', () => {
    const behind = [[], [deletionUnknown], [deletionStartedAgain('prepared')]]
    for (const events of behind) {
      given(...past.deleting, ...events)
        .when(remove(NOW, deleting.attemptId))
        .recordsNothing()
    }
  })

  test('is done when the provider has cancelled the document', () =>
    given(...past.deleting)
      .when(deletionEnds(done))
      .records(deleted))

  test.each([
    ['refuses it', refused, refusal],
    ['does not look at it', notTaken, busy],
  ] as const)('changes nothing if the provider %s', (_what, outcome, failure) => {
    given(...past.deleting)
      .when(deletionEnds(outcome))
      .records(deletionRefused('prepared', failure))
    expect(stateAfter(...past.deleting, deletionRefused('prepared', failure))).toBe('prepared')
  })

  test.each(['draft', 'prepared', 'verification_pending', 'failed'] as const)(
    'that is refused restores the earlier state: %s',
    (state) => {
      const before =
        state === 'draft' ? [drafted, preparationStarted, preparationUnknown] : past[state]
      const begun = deletionStartedAgain(state)
      given(...before)
        .when(remove())
        .records(begun)
      given(...before, begun)
        .when(deletionEnds(refused, another))
        .records({
          type: 'DeletionRefused',
          data: { ...calls, attemptId: another, ...refusal, state, refusedAt: at(NOW) },
        })
    },
  )

  test.each([
    ['has no answer', unknown, silence],
    ['has one that cannot be read', unreadableAnswer, unreadable],
  ] as const)('that %s continues', (_what, outcome, failure) => {
    const goesOn = {
      type: 'DeletionUnknown',
      data: { ...deleting, ...failure, givenUpAt: at(NOW) },
    } as const
    given(...past.deleting)
      .when(deletionEnds(outcome))
      .records(goesOn)
    const { document } = electronicOnly(fold(expenseVoucher, [...past.deleting, goesOn]))
    expect(document).toMatchObject({ state: 'deleting', ...failure })
  })
})

describe('a deletion that continues', () => {
  const goingOn = [...past.deleting, deletionUnknown]

  test('is tried again, and remembers the earlier state', () => {
    given(...past.failed, deletionStartedAgain('failed'))
      .when(remove(NOW, 'a third deletion'))
      .records({
        type: 'DeletionStarted',
        data: { ...calls, attemptId: 'a third deletion', state: 'failed', startedAt: at(NOW) },
      })
    given(...goingOn)
      .when(remove())
      .records(deletionStartedAgain('prepared'))
    given(...goingOn, deletionStartedAgain('prepared'))
      .when(deletionEnds(refused, another))
      .records({
        type: 'DeletionRefused',
        data: { ...calls, attemptId: another, ...refusal, state: 'prepared', refusedAt: at(NOW) },
      })
  })

  test('is done when any try succeeds', () => {
    given(...goingOn)
      .when(deletionEnds(done))
      .records(deleted)
    given(...goingOn, deletionStartedAgain('prepared'))
      .when(deletionEnds(done))
      .records(deleted)
  })

  test.each([refused, notTaken, unknown])('is not ended by an earlier try: $kind', (outcome) =>
    given(...goingOn, deletionStartedAgain('prepared'))
      .when(deletionEnds(outcome))
      .recordsNothing(),
  )

  test('never expires', () => {
    const late = NOW + deadlineMs / 1000
    given(...past.deleting)
      .when(remove(late))
      .records(deletionStartedAgain('prepared', late))
    given(...past.deleting)
      .when(prepare(undefined, late))
      .rejects('E_DOCUMENT_BUSY', { field: 'id', rule: 'busy', state: 'deleting' })
  })

  test('ignores late answers to earlier calls', () => {
    for (const command of [preparationEnds(done), smsEnds(done), submissionEnds(refused)]) {
      given(...goingOn)
        .when(command)
        .recordsNothing()
    }
  })
})

describe('an answer counts once', () => {
  test.each([done, refused, notTaken, unknown])('after the end: $kind', (outcome) => {
    const ends: readonly ExpenseVoucherEvent[] = [deleted, deletionRefused('prepared')]
    for (const end of ends) {
      given(...past.deleting, end)
        .when(deletionEnds(outcome))
        .recordsNothing()
    }
  })
  test.each([refused, notTaken, unknown])('after the attempt expired: $kind', (outcome) =>
    given(...past.deleting, deletionUnknown)
      .when(deletionEnds(outcome))
      .recordsNothing(),
  )
})

describe('the recovery', () => {
  test('continues a deletion', () => {
    for (const events of [past.deleting, [...past.deleting, deletionUnknown]]) {
      given(...events)
        .when(goOnRemoving)
        .records(deletionStartedAgain('prepared'))
    }
  })
  test('starts no deletion, after any outcome of the last one', () => {
    for (const events of [
      past.prepared,
      past.sent,
      [...past.deleting, deleted],
      [...past.deleting, deletionRefused('prepared')],
      [...past.deleting, deletionRefused('prepared'), submissionStartedAgain()],
    ]) {
      given(...events)
        .when(goOnRemoving)
        .recordsNothing()
    }
  })
})

test('a deletion that is recorded twice starts once', () =>
  given(...past.prepared, deletionStartedAgain('prepared'))
    .when(remove())
    .recordsNothing())

test('a document whose deletion was refused can be used as before', () => {
  const kept = [
    ...past.verification_pending,
    { ...deletionStarted, data: { ...deletionStarted.data, state: 'verification_pending' } },
    deletionRefused('verification_pending'),
  ] as const
  given(...kept)
    .when(confirm())
    .records(submissionStartedAgain())
})
