import { describe, expect, test } from 'vitest'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { purchaseIn } from '#command/expense-vouchers/complete.ts'
import {
  evolveOpenWork,
  nextAction,
  type OpenVoucher,
  openWorkFrom,
  type VoucherStep,
} from '#command/expense-vouchers/recovery.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'
import { metadata, recorded } from '#test/support/stored-events.ts'
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
    purchase: purchaseIn(content()),
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

describe('open work', () => {
  test('nothing after a draft was created or a voucher finalized', () => {
    expect(after(transactionClaimed, documentClaimed, drafted)).toEqual(new Map())
    expect(after(documentClaimed, drafted, requested, finalized)).toEqual(new Map())
  })

  test('a claim whose voucher does not exist yet', () => {
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

  test('a voucher that waits for its number', () => {
    expect(after(documentClaimed, drafted, requested)).toEqual(open({ stage: 'finalizing' }))
  })

  test('the claims of a deleted draft, until each is released', () => {
    expect(after(drafted, deleted)).toEqual(open({ stage: 'givenUp', ledger, transaction }))
    expect(after(drafted, deleted, transactionReleased)).toEqual(open({ stage: 'givenUp', ledger }))
    expect(after(drafted, deleted, transactionReleased, documentReleased)).toEqual(new Map())
  })

  test('the claims of a voucher that did not get its number', () => {
    expect(after(drafted, requested, withoutNumber)).toEqual(
      open({ stage: 'givenUp', ledger, transaction }),
    )
  })

  test('the remaining claims of a fenced voucher', () => {
    expect(after(transactionClaimed, fenced)).toEqual(open({ stage: 'givenUp', transaction }))
    expect(after(fenced)).toEqual(new Map())
  })

  test('a late claim of a voucher that was fenced', () => {
    expect(after(transactionClaimed, fenced, transactionReleased, documentClaimed)).toEqual(
      open({ stage: 'claimed', ledger }),
    )
  })

  test('nothing after a refused request released its claim', () => {
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

  test('survives saving and loading', () => {
    const work = after(transactionClaimed, documentClaimed)
    const saved: unknown = JSON.parse(JSON.stringify(Object.fromEntries(work)))
    expect(openWorkFrom(saved)).toEqual(work)
    expect(openWorkFrom({})).toEqual(new Map())
  })

  test('is read from the log again if other content was saved', () => {
    expect(openWorkFrom({ [voucherId]: { stage: 'claimed' } })).toBeUndefined()
    expect(openWorkFrom({ [voucherId]: { ...openVoucher(), stage: 'unheard of' } })).toBeUndefined()
    expect(openWorkFrom(undefined)).toBeUndefined()
    expect(openWorkFrom('[]')).toBeUndefined()
  })
})

describe('open work of an electronic voucher', () => {
  const happens = electronicVoucherEvents(voucherId)
  const steps = (...events: readonly VoucherStep[]) => events.map((event) => step(stream, event))
  const attempting = open({ stage: 'attempting' })
  const accepted = open({ stage: 'accepted' })
  const deleting = open({ stage: 'deleting' })
  const givenUp = open({ stage: 'givenUp', ledger, transaction })

  test.each([
    ['a preparation', happens('PreparationStarted')],
    ['an SMS', happens('SmsRequested')],
    ['a submission', happens('SubmissionStarted')],
  ])('%s whose outcome is not recorded', (_what, started) => {
    expect(after(drafted, ...steps(started))).toEqual(attempting)
  })

  test.each([
    ['kept', happens('PreparationStarted'), happens('VoucherPrepared')],
    ['refused', happens('PreparationStarted'), happens('PreparationRefused')],
    ['given up', happens('PreparationStarted'), happens('PreparationUnknown')],
    ['sent', happens('SmsRequested'), happens('SmsSent')],
    ['not sent', happens('SmsRequested'), happens('SmsRefused')],
    ['perhaps sent', happens('SmsRequested'), happens('SmsUnknown')],
    ['sent back for its code', happens('SubmissionStarted'), happens('CodeRefused')],
    ['refused for good', happens('SubmissionStarted'), happens('SubmissionRefused')],
    [
      'for a person or the provider to settle',
      happens('SubmissionStarted'),
      happens('SubmissionUnknown'),
    ],
  ])('nothing, once it is %s', (_what, started, ended) => {
    expect(after(drafted, ...steps(started, ended))).toEqual(new Map())
  })

  test('an official document, until its voucher is complete', () => {
    const begun = steps(happens('SubmissionStarted'), happens('ProviderAccepted'))
    expect(after(drafted, ...begun)).toEqual(accepted)
    expect(after(drafted, ...begun, finalized)).toEqual(new Map())
  })

  test('an official document found by a status query', () => {
    const begun = steps(happens('SubmissionStarted'), happens('SubmissionUnknown'))
    const found = steps(happens('StatusChecked'), happens('ProviderAccepted', { attemptId: null }))
    expect(after(drafted, ...begun, ...found)).toEqual(accepted)
  })

  test('nothing while the bank account is inactive: an operator must activate it', () => {
    const begun = steps(
      happens('SubmissionStarted'),
      happens('ProviderAccepted'),
      happens('LocalCompletionFailed'),
    )
    expect(after(drafted, ...begun)).toEqual(new Map())
  })

  test('a deletion, until the provider has cancelled it, and then its claims', () => {
    const begun = steps(happens('DeletionStarted'))
    expect(after(drafted, ...begun)).toEqual(deleting)
    expect(after(drafted, ...begun, ...steps(happens('DeletionUnknown')))).toEqual(deleting)
    expect(after(drafted, ...begun, ...steps(happens('DeletionRefused')))).toEqual(new Map())
    expect(after(drafted, ...begun, deleted)).toEqual(givenUp)
  })

  test('an operator’s decision, as far as it requires further steps', () => {
    const unknown = steps(happens('SubmissionStarted'), happens('SubmissionUnknown'))
    const never = steps(happens('OutcomeResolved', { resolvedAs: 'neverArrived' }))
    expect(after(drafted, ...unknown, ...never)).toEqual(new Map())
    const official = steps(
      happens('OutcomeResolved', { resolvedAs: 'accepted' }),
      happens('ProviderAccepted', { attemptId: null }),
    )
    expect(after(drafted, ...unknown, ...official)).toEqual(accepted)
    expect(after(drafted, ...steps(happens('DeletionStarted')), ...never, deleted)).toEqual(givenUp)
  })

  test('nothing changes with a late answer', () => {
    const late = steps(happens('LateAnswerReceived'))
    expect(after(drafted, ...late)).toEqual(new Map())
    expect(after(drafted, ...steps(happens('SubmissionStarted')), ...late)).toEqual(attempting)
  })

  test('has the age of its last step', () => {
    const began = { ...step(stream, happens('DeletionStarted')), metadata: metadataAt(at(5)) }
    const again = { ...step(stream, happens('DeletionUnknown')), metadata: metadataAt(at(9)) }
    expect(after(drafted, began).get(voucherId)?.since).toBe(NOON + 5_000)
    expect(after(drafted, began, again).get(voucherId)?.since).toBe(NOON + 9_000)
  })

  test('survives saving and loading', () => {
    for (const work of [attempting, accepted, deleting]) {
      const entries = [...work].map(([id, one]) => [id, { ...one, lastEventId: 'the last' }])
      const saved: unknown = JSON.parse(JSON.stringify(Object.fromEntries(entries)))
      expect(openWorkFrom(saved)).toEqual(new Map(Object.entries(Object(saved))))
    }
  })
})

test.each([
  ['claimed', 0, 'wait'],
  ['claimed', 2_999, 'wait'],
  ['claimed', 3_000, 'fence'],
  ['finalizing', 2_999, 'wait'],
  ['finalizing', 3_000, 'finish'],
  ['givenUp', 2_999, 'wait'],
  ['givenUp', 3_000, 'release'],
  ['attempting', 59_999, 'wait'],
  ['attempting', 60_000, 'settle'],
  ['accepted', 2_999, 'wait'],
  ['accepted', 3_000, 'complete'],
  ['deleting', 59_999, 'wait'],
  ['deleting', 60_000, 'cancel'],
] as const)('what is %s for %i ms: %s', (stage, age, action) => {
  const patience = { deadlineMs: 60_000, graceMs: 3_000 }
  expect(nextAction(openVoucher({ stage }), NOON + age, patience)).toBe(action)
})

const at = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString()

const after = (...steps: readonly Recorded<VoucherStep>[]): OpenWork<OpenVoucher> =>
  steps.reduce<OpenWork<OpenVoucher>>(evolveOpenWork, new Map())

function openVoucher(given: Partial<OpenVoucher> = {}): OpenVoucher {
  return {
    companyId: COMPANY,
    stage: 'claimed',
    ledger: null,
    transaction: null,
    since: NOON,
    lastEventId: expect.any(String),
    correlationId: 'the command',
    requestId: 'the request',
    ...given,
  }
}

const open = (given: Partial<OpenVoucher>): OpenWork<OpenVoucher> =>
  new Map([[voucherId, openVoucher(given)]])

function step(inStream: string, event: VoucherStep): Recorded<VoucherStep> {
  return recorded(event, { metadata: metadataAt('2026-11-20T12:00:00.000Z'), stream: inStream })
}

function metadataAt(recordedAt: string) {
  return metadata({ companyId: COMPANY, recordedAt, requestId: 'the request' })
}
