import { describe, expect, test } from 'vitest'
import { permit } from '#command/expense-vouchers/electronic-rules.ts'
import { electronicOnly, expenseVoucher } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { expectRefusal, rejectionOf } from '#test/support/decider-spec.ts'
import { content } from '#test/support/voucher-samples.ts'
import {
  confirm,
  deleted,
  deletionStartedAgain,
  drafted,
  given,
  incomplete,
  OTHER_UUID,
  past,
  preparationRefused,
  preparationStarted,
  preparationStartedAgain,
  preparationUnknown,
  prepare,
  remove,
  settle,
  sms,
  smsRequestedAgain,
  submissionStartedAgain,
  UUID,
} from './examples.ts'

const BUSY = 'E_DOCUMENT_BUSY'
const REVIEW = 'E_DOCUMENT_REVIEW_REQUIRED'
const NOT_PREPARED = 'E_DOCUMENT_NOT_PREPARED'
const VERIFY = 'VERIFICATION_REQUIRED'
const CONFLICT = 'CONFLICT'

type Row = readonly [
  state: keyof typeof past,
  prepare: Refused | readonly ExpenseVoucherEvent[],
  sms: Refused | readonly ExpenseVoucherEvent[],
  confirm: Refused | readonly ExpenseVoucherEvent[],
  status: Refused | 'allowed',
  file: Refused | 'allowed',
  remove: Refused | readonly ExpenseVoucherEvent[],
]
type Refused = typeof BUSY | typeof REVIEW | typeof NOT_PREPARED | typeof VERIFY | typeof CONFLICT

const begins = (...events: readonly ExpenseVoucherEvent[]) => events
const already = begins()
const smsBegins = begins(smsRequestedAgain())
const submissionBegins = begins(submissionStartedAgain())
const deletionBegins = (...from: Parameters<typeof deletionStartedAgain>) =>
  begins(deletionStartedAgain(...from))

const table: readonly Row[] = [
  [
    'draft',
    begins(preparationStartedAgain()),
    NOT_PREPARED,
    VERIFY,
    'allowed',
    NOT_PREPARED,
    begins(deleted),
  ],
  ['preparing', BUSY, BUSY, BUSY, BUSY, BUSY, BUSY],
  ['prepared', already, smsBegins, VERIFY, 'allowed', 'allowed', deletionBegins('prepared')],
  ['sms_sending', BUSY, BUSY, BUSY, BUSY, BUSY, BUSY],
  [
    'verification_pending',
    already,
    smsBegins,
    submissionBegins,
    'allowed',
    'allowed',
    deletionBegins('verification_pending'),
  ],
  ['dispatching', BUSY, BUSY, BUSY, BUSY, BUSY, BUSY],
  ['provider_accepted', BUSY, BUSY, BUSY, 'allowed', 'allowed', BUSY],
  ['sent', CONFLICT, CONFLICT, CONFLICT, 'allowed', 'allowed', CONFLICT],
  [
    'failed',
    begins(preparationStartedAgain(OTHER_UUID)),
    NOT_PREPARED,
    VERIFY,
    'allowed',
    NOT_PREPARED,
    deletionBegins('failed'),
  ],
  ['review_required', REVIEW, REVIEW, REVIEW, 'allowed', 'allowed', REVIEW],
  ['deleting', BUSY, BUSY, BUSY, BUSY, BUSY, deletionBegins('prepared')],
]

describe.each(table)('a document that is %s', (state, ...row) => {
  const [prepares, sends, confirms, tellsStatus, givesFile, deletes] = row
  const uuid = state === 'failed' ? OTHER_UUID : UUID
  test('can be prepared or not', () => expectAnswer(state, prepare(uuid), prepares))
  test('can have a code sent or not', () => expectAnswer(state, sms(), sends))
  test('can be confirmed or not', () => expectAnswer(state, confirm(), confirms))
  test('can be deleted or not', () => expectAnswer(state, remove(), deletes))
  test('can have its status asked or not', () => expectPermit(state, 'status', tellsStatus))
  test('can be read or not', () => expectPermit(state, 'file', givesFile))
  test('has no expired attempt', () =>
    given(...past[state])
      .when(settle())
      .recordsNothing())
})

function expectAnswer(
  state: keyof typeof past,
  command: Parameters<ReturnType<typeof given>['when']>[0],
  expected: Refused | readonly ExpenseVoucherEvent[],
) {
  const answer = given(...past[state]).when(command)
  if (typeof expected === 'string') answer.rejects(expected, itemOf(expected, state))
  else answer.records(...expected)
}

const rules: Readonly<Partial<Record<RejectionCode, string>>> = {
  E_DOCUMENT_BUSY: 'busy',
  E_DOCUMENT_REVIEW_REQUIRED: 'review',
}

const itemOf = (code: RejectionCode, state: string) => ({
  field: 'id',
  rule: rules[code] ?? 'state',
  state,
})

function expectPermit(
  state: keyof typeof past,
  action: 'status' | 'file',
  expected: Refused | 'allowed',
) {
  const asking = () => permit(action, electronicOnly(fold(expenseVoucher, past[state])))
  const refusal = rejectionOf(asking)
  expect(refusal?.code ?? 'allowed').toBe(expected)
  expect(refusal?.details).toEqual(refusal && [itemOf(refusal.code, state)])
}

test('every state is in the table', () => {
  expect(table.map(([state]) => state).toSorted()).toEqual(Object.keys(past).toSorted())
  for (const [state, events] of Object.entries(past)) {
    expect(electronicOnly(fold(expenseVoucher, events)).document.state).toBe(state)
  }
})

test('an accepted document that cannot be completed is for review, and shown', () => {
  const state = 'review_required'
  for (const command of [prepare(), sms(), confirm(), remove()]) {
    given(...incomplete)
      .when(command)
      .rejects(REVIEW, { field: 'id', rule: 'review', state })
  }
  for (const action of ['status', 'file'] as const) {
    const asking = () => permit(action, electronicOnly(fold(expenseVoucher, incomplete)))
    expect(asking).not.toThrow()
  }
})

test('a draft that the provider may have is deleted there first', () =>
  given(drafted, preparationStarted, preparationUnknown)
    .when(remove())
    .records(deletionStartedAgain('draft')))

test('a document whose content was refused is deleted at the provider first', () =>
  given(drafted, preparationStarted, preparationRefused)
    .when(remove())
    .records(deletionStartedAgain('failed')))

describe('a paper voucher', () => {
  const paper = { type: 'VoucherDrafted', data: content() } as const
  test.each([
    ['preparation', prepare()],
    ['SMS', sms()],
    ['confirmation', confirm()],
    ['attempt', settle()],
  ])('has no %s', (_what, command) => given(paper).when(command).rejects('E_DOCUMENT_PAPER'))
  test('has no electronic document', () =>
    expectRefusal(() => electronicOnly(fold(expenseVoucher, [paper])), 'E_DOCUMENT_PAPER'))
})

describe.each([
  ['does not exist', []],
  ['was deleted', [drafted, deleted]],
] as const)('a voucher that %s', (_what, events) => {
  test.each([
    ['prepared', prepare()],
    ['sent a code for', sms()],
    ['confirmed', confirm()],
    ['deleted', remove()],
    ['settled', settle()],
  ])('is not found to be %s', (_action, command) =>
    given(...events)
      .when(command)
      .rejects('RESOURCE_NOT_FOUND'),
  )
})
