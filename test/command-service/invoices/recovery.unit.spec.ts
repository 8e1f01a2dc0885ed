import { describe, expect, test } from 'vitest'
import {
  evolveOpenInvoices,
  type InvoiceStep,
  nextAction,
  type OpenInvoice,
  openInvoicesFrom,
  waitBeforeAsking,
} from '#command/invoices/recovery.ts'
import { recorded } from '#test/support/stored-events.ts'
import { COMPANY } from '#test/support/voucher-samples.ts'
import {
  abandoned,
  asked,
  at,
  bankTransactionId,
  cancelled,
  claims,
  deleted,
  deletedSecond,
  deletionLost,
  deletionRefused,
  deletionStarted,
  forDraft,
  forManualDraft,
  INVOICE,
  issued,
  kept,
  past,
  pastOf,
  recordDeleted,
  recordDeletedSecond,
  refused,
  requested,
  resolved,
} from './examples.ts'

const NOW = Date.parse(at(0))
const owner = { kind: 'invoice', id: INVOICE } as const
const transactionId = bankTransactionId ?? ''
const { ledger, transaction } = claims
const claimedTransaction = { type: 'TransactionClaimed', data: { transactionId, owner } } as const
const releasedTransaction = { type: 'TransactionReleased', data: { transactionId, owner } } as const
const claimedLedger = {
  type: 'DocumentClaimed',
  data: { owner, day: '2026-11-20', amount: '100000.00' },
} as const
const releasedLedger = { type: 'DocumentReleased', data: { owner } } as const
const drafts = pastOf(forDraft)
const nothing = new Map()

describe('open work', () => {
  test('claims whose invoice does not exist yet, until they are released', () => {
    expect(after(claimedTransaction)).toEqual(open({ transaction }))
    expect(after(claimedTransaction, claimedLedger)).toEqual(open({ transaction, ledger }))
    expect(after(claimedTransaction, releasedTransaction)).toEqual(nothing)
  })

  test('a call whose outcome is not recorded', () => {
    const claimed = [claimedTransaction, claimedLedger]
    expect(after(...claimed, requested())).toEqual(open({ stage: 'submitting' }))
    expect(after(...claimed, ...past.submitting)).toEqual(open({ stage: 'submitting' }))
    expect(after(...claimed, ...drafts.submitting)).toEqual(
      open({ stage: 'submitting', isDraft: true }),
    )
  })

  test('nothing, once the integrator has taken it', () => {
    expect(after(claimedLedger, ...past.issued)).toEqual(nothing)
    expect(after(claimedLedger, ...past.unknown, issued())).toEqual(nothing)
    expect(after(claimedLedger, ...drafts.draft)).toEqual(nothing)
    expect(after(claimedLedger, ...drafts.unknown, kept)).toEqual(nothing)
    expect(after(...past.issued, cancelled)).toEqual(nothing)
  })

  test('an unknown outcome, with the number of status queries and the time of the next', () => {
    expect(after(...past.unknown)).toEqual(open({ stage: 'unknown' }))
    expect(after(...past.unknown, asked('notFound'), asked('unclear', 25))).toEqual(
      open({ stage: 'unknown', asked: 2, dueAt: NOW + 30_000 }),
    )
    expect(after(...drafts.unknown)).toEqual(open({ stage: 'unknown', isDraft: true }))
  })

  test('the claims of a failed invoice, until each is released', () => {
    const givenUp = open({ stage: 'givenUp', ledger, transaction })
    for (const events of [past.refused, past.neverArrived]) {
      expect(after(...events)).toEqual(givenUp)
      expect(after(...events, releasedTransaction)).toEqual(open({ stage: 'givenUp', ledger }))
      expect(after(...events, releasedTransaction, releasedLedger)).toEqual(nothing)
    }
    expect(after(...past.unknown, refused())).toEqual(givenUp)
  })

  test('no claims to release after an operator decided that it was accepted', () => {
    const decided = resolved('accepted')
    expect(after(...past.unknown, decided)).toEqual(open({ stage: 'unknown' }))
    expect(after(...past.unknown, decided, issued({ attemptId: null }))).toEqual(nothing)
  })

  test('a deletion, until the integrator has done it, and then the claims', () => {
    const deleting = { stage: 'deleting', isDraft: true } as const
    expect(after(...drafts.draft, deletionStarted())).toEqual(open({ stage: 'deleting' }))
    expect(after(...drafts.unknown, deletionStarted(), deletionLost())).toEqual(
      open({ ...deleting, asked: 1 }),
    )
    expect(after(...drafts.deletingDraft, deletionRefused)).toEqual(nothing)
    const gone = after(...drafts.deleted)
    expect(gone.get(INVOICE)).toMatchObject({ stage: 'givenUp', ledger, transaction })
  })

  test('the claims of a manual record, until they are released', () => {
    const manual = pastOf(forManualDraft)
    expect(after(...manual.draft, recordDeleted)).toEqual(open({ stage: 'givenUp', ledger }))
    expect(after(...manual.draft, recordDeleted, releasedLedger)).toEqual(nothing)
    expect(after(...manual.draft, deleted(forManualDraft), releasedLedger)).toEqual(nothing)
  })

  test('the claims of a draft and its record, which the first end gives back', () => {
    const manual = pastOf(forManualDraft)
    const recordFirst = [...manual.draft, recordDeleted]
    const orders = [
      [...manual.deleted, recordDeletedSecond],
      [...recordFirst, deletionStarted(), deletedSecond],
      [...recordFirst, deletionStarted(), deletionLost(), deletionStarted(), deletedSecond],
      [...recordFirst, deletionStarted(), deletionRefused],
    ]
    for (const events of orders) {
      expect(after(...events).get(INVOICE)).toMatchObject({ stage: 'givenUp', ledger })
      expect(after(...events, releasedLedger)).toEqual(nothing)
    }
    expect(after(...manual.deleted, releasedLedger, recordDeletedSecond)).toEqual(nothing)
    const released = [...recordFirst, releasedLedger, deletionStarted()] as const
    expect(after(...released, deletedSecond)).toEqual(nothing)
    expect(after(...released, deletionRefused)).toEqual(nothing)
    expect(after(...recordFirst, deletionStarted(), releasedLedger)).toEqual(
      open({ stage: 'deleting' }),
    )
  })

  test('the claims of a fenced invoice', () => {
    expect(after(claimedTransaction, abandoned)).toEqual(open({ stage: 'givenUp', transaction }))
    expect(after(abandoned)).toEqual(nothing)
  })

  test('nothing of vouchers', () => {
    const voucher = { kind: 'expenseVoucher', id: INVOICE } as const
    expect(after({ type: 'TransactionClaimed', data: { transactionId, owner: voucher } })).toEqual(
      nothing,
    )
  })

  test('survives saving and loading', () => {
    const work = after(...past.unknown, asked('notFound'))
    const entries = [...work].map(([id, one]) => [id, { ...one, lastEventId: 'the last' }])
    const saved: unknown = JSON.parse(JSON.stringify(Object.fromEntries(entries)))
    expect(openInvoicesFrom(saved)).toEqual(new Map(Object.entries(Object(saved))))
    expect(openInvoicesFrom({ [INVOICE]: { stage: 'unknown' } })).toBeUndefined()
    expect(openInvoicesFrom(undefined)).toBeUndefined()
  })
})

describe('steps of the recovery', () => {
  const patience = { deadlineMs: 60_000, graceMs: 3_000 }
  const actionAt = (age: number, of: Partial<OpenInvoice>) =>
    nextAction(openInvoice(of), NOW + age, patience)

  test.each([
    ['claimed', 2_999, 'wait'],
    ['claimed', 3_000, 'fence'],
    ['submitting', 59_999, 'wait'],
    ['submitting', 60_000, 'settle'],
    ['unknown', 2_999, 'wait'],
    ['unknown', 3_000, 'ask'],
    ['deleting', 59_999, 'wait'],
    ['deleting', 60_000, 'delete'],
    ['givenUp', 2_999, 'wait'],
    ['givenUp', 3_000, 'release'],
  ] as const)('%s for %i ms: %s', (stage, age, action) => {
    expect(actionAt(age, { stage })).toBe(action)
  })

  test('a draft with an unknown outcome is deleted, without a status query', () =>
    expect(actionAt(3_000, { stage: 'unknown', isDraft: true })).toBe('delete'))

  test('a status query that settled nothing is repeated when it is due', () => {
    const waiting = { stage: 'unknown', asked: 3, dueAt: NOW + 40_000 } as const
    expect(actionAt(39_999, waiting)).toBe('wait')
    expect(actionAt(40_000, waiting)).toBe('ask')
  })

  test('a deletion that does not end is tried less and less often', () => {
    const inVain = { stage: 'deleting', asked: 5 } as const
    expect(actionAt(159_999, inVain)).toBe('wait')
    expect(actionAt(160_000, inVain)).toBe('delete')
  })

  test('the integrator is asked after 5 s, then each time after twice as long, up to an hour', () => {
    const waits = [0, 1, 2, 8, 9, 10, 20, 1_000].map((times) => waitBeforeAsking(times) / 1_000)
    expect(waits).toEqual([5, 10, 20, 1_280, 2_560, 3_600, 3_600, 3_600])
  })
})

const after = (...steps: readonly InvoiceStep[]) =>
  steps.map(step).reduce<ReadonlyMap<string, OpenInvoice>>(evolveOpenInvoices, new Map())

const open = (of: Partial<OpenInvoice>) => new Map([[INVOICE, openInvoice(of)]])

function openInvoice(of: Partial<OpenInvoice>): OpenInvoice {
  return {
    companyId: COMPANY,
    stage: 'claimed',
    ledger: null,
    transaction: null,
    since: NOW,
    lastEventId: expect.any(String),
    correlationId: 'the command',
    requestId: 'the request',
    isDraft: false,
    asked: 0,
    dueAt: 0,
    ...of,
  }
}

const streams: Readonly<Record<string, string | null>> = {
  DocumentClaimed: ledger,
  DocumentReleased: ledger,
  TransactionClaimed: transaction,
  TransactionReleased: transaction,
}

const step = (event: InvoiceStep) =>
  recorded(event, {
    metadata: { companyId: COMPANY, recordedAt: at(0), requestId: 'the request' },
    stream: streams[event.type] ?? `invoice-${INVOICE}`,
  })
