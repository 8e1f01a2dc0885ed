import { expect, test } from 'vitest'
import { type Person, recordsOf } from '#audit/person/person.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { stored } from '#test/support/stored-events.ts'

const personRef = 'person/c1/AB1234567'
const [earlierRef, question] = ['person/c1/ab 1234567', 'question/c1/AB1234567']
const ME: Person = {
  companyId: 'c1',
  idNo: 'AB1234567',
  personRefs: new Set([personRef, earlierRef]),
  questions: new Set([question]),
}
const OTHER = { personRef: 'person/c1/39586528950' }

let position = 0n
const event = (
  stream: string,
  data: StoredEvent['data'],
  { companyId = 'c1', isGenuine = true } = {},
): StoredEvent => {
  position += 1n
  return stored('Any', { stream, position, data, metadata: { companyId }, isGenuine })
}

const taken = (...events: readonly StoredEvent[]) => {
  const records = recordsOf(ME)
  return { what: events.map(records.take), ids: records.ids }
}

test('a record is the person’s from the event that names the person', () => {
  const { what, ids } = taken(
    event('expenseVoucher-v1', { personRef: earlierRef }),
    event('expenseVoucher-v1', {}),
    event('expenseVoucher-v2', OTHER),
    event('expenseVoucher-v2', {}),
    event('numberBook-b1', {}),
  )
  expect(what).toEqual(['own', 'own', undefined, undefined, undefined])
  expect(ids('expenseVoucher')).toEqual(['v1'])
})

test('a record whose number is corrected belongs to one person after the other', () => {
  const { what } = taken(
    event('customer-k1', OTHER),
    event('customer-k1', { personRef }),
    event('customer-k1', {}),
    event('customer-k1', OTHER),
    event('customer-k1', {}),
  )
  expect(what).toEqual([undefined, 'own', 'own', undefined, undefined])
})

test('a check by name belongs to the person whose account it found', () => {
  const check = (customerId: string) => ({ personRef: null, customerId })
  const { what } = taken(
    event('sanctionCheck-s0', check('k1')),
    event('customer-k1', { personRef }),
    event('sanctionCheck-s1', check('k1')),
    event('sanctionCheck-s2', check('k2')),
    event('sanctionCheck-s3', { ...OTHER, customerId: 'k1' }),
  )
  expect(what).toEqual([undefined, 'own', 'own', undefined, undefined])
})

test('events of other companies and forged events are ignored', () => {
  const { what } = taken(
    event('customer-k1', { personRef }, { companyId: 'c2' }),
    event('customer-k1', { personRef }, { isGenuine: false }),
  )
  expect(what).toEqual([undefined, undefined])
})

test('accesses are to the person’s records, or searches for the number', () => {
  const { what, ids } = taken(
    event('invoice-i1', { personRef }),
    event('access-c1.2026-11-20', { recordId: 'i1', question: null }),
    event('access-c1.2026-11-20', { recordId: 'i2', question: null }),
    event('access-c1.2026-11-20', { recordId: null, question }),
    event('access-c1.2026-11-20', { recordId: null, question: 'question/c1/39586528950' }),
  )
  expect(what).toEqual(['own', 'access', undefined, 'access', undefined])
  expect(ids('access')).toEqual([])
})
