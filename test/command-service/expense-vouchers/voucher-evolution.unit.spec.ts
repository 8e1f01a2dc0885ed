import { describe, expect, test } from 'vitest'
import { evolveElectronic, isIncomplete } from '#command/expense-vouchers/electronic-voucher.ts'
import { electronicOnly, expenseVoucher, holdsNothing } from '#command/expense-vouchers/voucher.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { expectRefusal } from '#test/support/decider-spec.ts'
import {
  electronicTypes,
  electronicVoucherEvents,
} from '#test/support/electronic-voucher-events.ts'
import { content, finalizationRequest } from '#test/support/voucher-samples.ts'
import { drafted, incomplete, past, voucher } from './examples.ts'

const paper = content()
const event = electronicVoucherEvents(paper.voucherId)
const paperDrafted: ExpenseVoucherEvent = { type: 'VoucherDrafted', data: paper }
const request = finalizationRequest()
const requested: ExpenseVoucherEvent = { type: 'FinalizationRequested', data: request }
const abandoned = event('VoucherAbandoned', { reason: 'numberTaken' })
const deleted = event('DraftDeleted')
const finalized = event('VoucherFinalized')

const after = (...events: readonly ExpenseVoucherEvent[]) => fold(expenseVoucher, events)

const impossible = electronicTypes.filter((type) => type !== 'VoucherFinalized')

test.each(impossible)('%s cannot happen to a paper voucher', (type) => {
  expect(() => after(paperDrafted, event(type))).toThrow(`${type} on a voucher that is draft`)
})

test('a voucher that was never drafted cannot be deleted', () => {
  expect(() => after(deleted)).toThrow('a voucher that is none has no content')
})

test('a voucher that is given up keeps what was asked for, if anything was', () => {
  const reason = 'numberTaken'
  expect(after(paperDrafted, requested, abandoned)).toEqual({
    status: 'abandoned',
    reason,
    request,
  })
  expect(after(abandoned)).toEqual({ status: 'abandoned', reason, request: null })
})

describe.each([
  ['drafted', [paperDrafted]],
  ['being finalized', [paperDrafted, requested]],
  ['finalized', [paperDrafted, requested, finalized]],
] as const)('a paper voucher that is %s', (_what, events) => {
  test('is not electronic', () => {
    expectRefusal(() => electronicOnly(after(...events)), 'E_DOCUMENT_PAPER')
    expect(holdsNothing(after(...events))).toBe(false)
  })
})

test.each([
  ['is none', false, []],
  ['is deleted', true, [paperDrafted, deleted]],
  ['is given up', true, [paperDrafted, requested, abandoned]],
] as const)('of a voucher that %s nothing is found', (_what, givenUp, events) => {
  expectRefusal(() => electronicOnly(after(...events)), 'RESOURCE_NOT_FOUND')
  expect(holdsNothing(after(...events))).toBe(givenUp)
})

test.each([
  ['live', 'live'],
  ['test', 'test'],
  [null, 'test'],
] as const)('drafted for the environment %s, a document is of %s', (environment, of) => {
  const live: ExpenseVoucherEvent = { type: 'VoucherDrafted', data: { ...voucher, environment } }
  expect(electronicOnly(after(live)).document.environment).toBe(of)
})

test('a document whose deletion starts before its preparation is impossible', () => {
  const started = event('DeletionStarted', { state: 'draft' })
  expect(() => after(drafted, started)).toThrow('a document that is deleting has no uuid')
})

test('a document is incomplete from its acceptance to its number', () => {
  const isOpen = (...events: readonly ExpenseVoucherEvent[]) =>
    isIncomplete(electronicOnly(after(...events)))
  expect(isOpen(drafted)).toBe(false)
  expect(isOpen(...past.provider_accepted)).toBe(true)
  expect(isOpen(...incomplete)).toBe(true)
  expect(isOpen(...past.provider_accepted, finalized)).toBe(false)
})

test.each(['VoucherDrafted', 'DraftDeleted', 'VoucherAbandoned', 'FinalizationRequested'] as const)(
  '%s changes nothing in an electronic voucher by itself',
  (type) => {
    const before = electronicOnly(after(...past.provider_accepted))
    expect(evolveElectronic(before, event(type))).toEqual(before)
  },
)
