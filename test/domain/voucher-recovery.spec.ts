import { describe, expect, test } from 'vitest'
import { nextAction } from '#command/processes/voucher-recovery/next-action.ts'
import {
  evolveOpenWork,
  type OpenVoucher,
  type OpenWork,
  openWorkFrom,
  type VoucherStep,
} from '#command/processes/voucher-recovery/open-work.ts'
import type { Recorded } from '#kernel/platform/recording.ts'
import { COMPANY, content, finalizationRequest } from '#test/support/voucher-samples.ts'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const { voucherId, bankTransactionId, claims } = content()
const owner = { kind: 'expenseVoucher', id: voucherId } as const
const transactionId = bankTransactionId ?? ''
const { ledger } = claims
const transaction = claims.transaction ?? ''
const stream = `expenseVoucher-${voucherId}`

const transactionClaimed = step(transaction, {
  type: 'TransactionClaimed',
  data: { transactionId, owner },
})
const transactionReleased = step(transaction, {
  type: 'TransactionReleased',
  data: { transactionId, owner },
})
const documentClaimed = step(ledger, {
  type: 'DocumentClaimed',
  data: { owner, day: '2026-11-20', amount: '65559.95' },
})
const documentReleased = step(ledger, { type: 'DocumentReleased', data: { owner } })
const drafted = step(stream, { type: 'VoucherDrafted', data: content() })
const requested = step(stream, { type: 'FinalizationRequested', data: finalizationRequest() })
const finalized = step(stream, {
  type: 'VoucherFinalized',
  data: {
    voucherId,
    serial: 'GP',
    number: '1',
    printDate: '2026-11-20T12:00:00.000Z',
    stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
    bankTransactionId,
  },
})
const deleted = step(stream, {
  type: 'DraftDeleted',
  data: { voucherId, bankTransactionId, claims },
})
const fenced = step(stream, {
  type: 'VoucherAbandoned',
  data: { voucherId, reason: 'neverCreated', claims: null },
})
const withoutNumber = step(stream, {
  type: 'VoucherAbandoned',
  data: { voucherId, reason: 'numberTaken', claims },
})

describe('what is open', () => {
  test('nothing, where a draft was made or a voucher finalized', () => {
    expect(after(transactionClaimed, documentClaimed, drafted)).toEqual(new Map())
    expect(after(documentClaimed, drafted, requested, finalized)).toEqual(new Map())
  })

  test('a claim whose voucher is not there yet', () => {
    expect(after(documentClaimed)).toEqual(open({ stage: 'claimed', ledger }))
    expect(after(transactionClaimed)).toEqual(open({ stage: 'claimed', transaction }))
    expect(after(transactionClaimed, documentClaimed)).toEqual(
      open({ stage: 'claimed', ledger, transaction }),
    )
  })

  test('since its last step', () => {
    const later = { ...documentClaimed, metadata: metadataAt('2026-11-20T12:00:09.000Z') }
    expect(after(transactionClaimed, later).get(voucherId)?.since).toBe(NOON + 9_000)
  })

  test('a voucher whose number is to come', () => {
    expect(after(documentClaimed, drafted, requested)).toEqual(open({ stage: 'finalizing' }))
  })

  test('the claims of a deleted draft, until each is given back', () => {
    expect(after(drafted, deleted)).toEqual(open({ stage: 'givenUp', ledger, transaction }))
    expect(after(drafted, deleted, transactionReleased)).toEqual(open({ stage: 'givenUp', ledger }))
    expect(after(drafted, deleted, transactionReleased, documentReleased)).toEqual(new Map())
  })

  test('the claims of a voucher that did not get its number', () => {
    expect(after(drafted, requested, withoutNumber)).toEqual(
      open({ stage: 'givenUp', ledger, transaction }),
    )
  })

  test('the claims that a fenced voucher still holds', () => {
    expect(after(transactionClaimed, fenced)).toEqual(open({ stage: 'givenUp', transaction }))
    expect(after(fenced)).toEqual(new Map())
  })

  test('a claim that comes late, after its voucher was fenced off', () => {
    expect(after(transactionClaimed, fenced, transactionReleased, documentClaimed)).toEqual(
      open({ stage: 'claimed', ledger }),
    )
  })

  test('nothing, where a refused request gave its claim back', () => {
    expect(after(transactionClaimed, transactionReleased)).toEqual(new Map())
  })

  test('nothing of invoices', () => {
    const invoice = { kind: 'invoice', id: voucherId } as const
    const claim = step(transaction, {
      type: 'TransactionClaimed',
      data: { transactionId, owner: invoice },
    })
    expect(after(claim)).toEqual(new Map())
  })

  test('is the same again when it was saved and loaded', () => {
    const work = after(transactionClaimed, documentClaimed)
    const saved: unknown = JSON.parse(JSON.stringify(Object.fromEntries(work)))
    expect(openWorkFrom(saved)).toEqual(work)
    expect(openWorkFrom({})).toEqual(new Map())
  })

  test('is read from the log again when something else was saved', () => {
    expect(openWorkFrom({ [voucherId]: { stage: 'claimed' } })).toBeUndefined()
    expect(openWorkFrom({ [voucherId]: { ...openVoucher(), stage: 'unheard of' } })).toBeUndefined()
    expect(openWorkFrom(undefined)).toBeUndefined()
    expect(openWorkFrom('[]')).toBeUndefined()
  })
})

test.each([
  ['claimed', 0, 'wait'],
  ['claimed', 59_999, 'wait'],
  ['claimed', 60_000, 'fence'],
  ['finalizing', 2_999, 'wait'],
  ['finalizing', 3_000, 'finish'],
  ['givenUp', 2_999, 'wait'],
  ['givenUp', 3_000, 'release'],
] as const)('what is %s for %i ms: %s', (stage, age, action) => {
  const patience = { deadlineMs: 60_000, graceMs: 3_000 }
  expect(nextAction(openVoucher({ stage }), NOON + age, patience)).toBe(action)
})

const after = (...steps: readonly Recorded<VoucherStep>[]): OpenWork =>
  steps.reduce<OpenWork>(evolveOpenWork, new Map())

function openVoucher(given: Partial<OpenVoucher> = {}): OpenVoucher {
  return {
    companyId: COMPANY,
    stage: 'claimed',
    ledger: null,
    transaction: null,
    since: NOON,
    lastEventId: expect.any(String),
    ...given,
  }
}

const open = (given: Partial<OpenVoucher>): OpenWork => new Map([[voucherId, openVoucher(given)]])

function step(inStream: string, event: VoucherStep): Recorded<VoucherStep> {
  return {
    event,
    metadata: metadataAt('2026-11-20T12:00:00.000Z'),
    id: `id of ${event.type}`,
    stream: inStream,
    revision: 0n,
    position: 1n,
  }
}

function metadataAt(recordedAt: string): Recorded<VoucherStep>['metadata'] {
  return {
    companyId: COMPANY,
    version: 1,
    recordedAt,
    actor: { kind: 'apiUser', id: 'desk-1' },
    commandId: 'the command',
    requestId: null,
    idempotencyKey: null,
    ip: null,
    userAgent: null,
    causationId: null,
    correlationId: 'the command',
    keyId: null,
  }
}
