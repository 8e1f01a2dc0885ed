import { expect, test } from 'vitest'
import type { Json } from '#publishing/events/public-event.ts'
import { fold, nothing } from '#publishing/kafka/states/fold.ts'
import { stateNouns } from '#publishing/kafka/states/state-nouns.ts'

const at = '2026-11-20T09:45:00.123Z'

function stateAfter(noun: string, ...events: readonly (readonly [string, Json])[]) {
  const description = stateNouns[noun]
  if (description === undefined) throw new Error(`there is no noun ${noun}`)
  return events.reduce(
    (state, [name, data]) => fold(description, state, { name, data, recordedAt: at }),
    nothing,
  )
}

test('a state has the latest value of each field, and the status', () => {
  const { fields, isDeleted } = stateAfter(
    'expense-voucher',
    ['VoucherDrafted', { voucherId: 'v1', amount: '10', serial: 'A' }],
    ['SmsRefused', { voucherId: 'v1', errorCode: 'LIMIT' }],
    ['VoucherFinalized', { voucherId: 'v1', serial: 'A', number: '7' }],
  )
  expect(isDeleted).toBe(false)
  expect(fields).toEqual({
    voucherId: 'v1',
    amount: '10',
    serial: 'A',
    number: '7',
    errorCode: 'LIMIT',
    status: 'finalized',
    lastEvent: 'VoucherFinalized',
    updatedAt: at,
  })
})

test('an event without a status leaves it', () => {
  const { fields } = stateAfter(
    'expense-voucher',
    ['VoucherDrafted', { voucherId: 'v1' }],
    ['SmsRefused', { voucherId: 'v1' }],
  )
  expect(fields['status']).toBe('draft')
})

test.each([
  ['expense-voucher', 'DraftDeleted', {}],
  ['expense-voucher', 'VoucherAbandoned', {}],
  ['invoice', 'RecordDeleted', {}],
  ['template', 'TemplateRecorded', { deleted: true }],
  ['customer-form', 'FormDecided', { deleted: true }],
])('of a deleted %s nothing is left after %s', (noun, event, data) => {
  expect(stateAfter(noun, [event, data]).isDeleted).toBe(true)
})

test('a form that is restored has its state again, with all fields', () => {
  const { fields, isDeleted } = stateAfter(
    'customer-form',
    ['FormSubmitted', { formId: 'f1', idType: 'person' }],
    ['FormDecided', { formId: 'f1', deleted: true }],
    ['FormDecided', { formId: 'f1', deleted: false }],
  )
  expect(isDeleted).toBe(false)
  expect(fields).toMatchObject({ idType: 'person', deleted: false, status: 'decided' })
})

test('a whole record replaces the one before', () => {
  const { fields } = stateAfter(
    'customer',
    ['CustomerRecorded', { a: 1 }],
    ['CustomerRecorded', { b: 2 }],
  )
  expect(fields).toEqual({ b: 2, lastEvent: 'CustomerRecorded', updatedAt: at })
})
