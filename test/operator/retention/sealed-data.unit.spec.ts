import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type PersonalKey, sealedData } from '#operator/retention/sealed-data.ts'
import { cover } from '#test/support/cover.ts'
import { stored } from '#test/support/stored-events.ts'

const DAY_MS = 86_400_000
const COMPANY = 'c1'
const ISTANBUL = 'Europe/Istanbul'
const keys = new Map<string, PersonalKey>(
  (['customer', 'fiscal'] as const).flatMap((purpose) =>
    ['a', 'b'].map((person) => {
      const id = `${purpose}-${person}`
      return [id, { id, companyId: COMPANY, purpose, isDestroyed: false }] as const
    }),
  ),
)

const read = (now: string, events: readonly StoredEvent[]) => {
  const data = sealedData({
    keys,
    timeZoneOf: () => ISTANBUL,
    nameOf: (personRef) => personRef.replace('spelled-', ''),
    periods: { fiscalYears: 10, masakYears: 8 },
    now: Date.parse(now),
  })
  for (const event of events) data.add(event)
  return data
}

interface Given {
  readonly type: string
  readonly stream: string
  readonly keyId?: string | null
  readonly data?: StoredEvent['data']
  readonly recordedAt: string
  readonly isGenuine?: boolean
}

let position = 0n
const event = ({ type, keyId = null, recordedAt, ...rest }: Given) => {
  position += 1n
  return stored(type, { ...rest, position, metadata: { companyId: COMPANY, recordedAt, keyId } })
}

const voucher = (transactionDate: string, more: Partial<Given> = {}) =>
  event({
    type: 'VoucherDrafted',
    stream: 'expenseVoucher-v1',
    keyId: 'fiscal-a',
    data: { personRef: 'ref-a', transactionDate },
    recordedAt: transactionDate,
    ...more,
  })

const customer = (lastDate: string | null, more: Partial<Given> = {}) =>
  event({
    type: 'CustomerRecorded',
    stream: 'customer-k1',
    keyId: 'customer-a',
    data: { personRef: 'ref-a', lastDate },
    recordedAt: '2016-03-01T09:00:00Z',
    ...more,
  })

const OLD = '2016-05-01T09:00:00Z'

test('a document is due when ten years after its year have passed, in the company’s time zone', () => {
  // In Istanbul, 2027 begins at 21:00 UTC.
  expect(read('2026-12-31T20:59:59Z', [voucher(OLD)]).dueKey('fiscal-a')).toBeUndefined()
  expect(read('2026-12-31T21:00:00Z', [voucher(OLD)]).dueKey('fiscal-a')).toEqual({
    id: 'fiscal-a',
    companyId: COMPANY,
    purpose: 'fiscal',
    personRef: 'ref-a',
    until: '2027-01-01',
    lastActivity: '2016-05-01',
    streams: ['expenseVoucher-v1'],
  })
})

test('a document counts from its last event, also one without personal data', () => {
  const finalized = event({
    type: 'VoucherFinalized',
    stream: 'expenseVoucher-v1',
    recordedAt: '2017-01-02T09:00:00Z',
  })
  const data = read('2027-06-01T00:00:00Z', [voucher(OLD), finalized])
  expect(data.dueKey('fiscal-a')).toBeUndefined()
  expect(read('2028-01-01T00:00:00Z', [voucher(OLD), finalized]).dueKey('fiscal-a')?.until).toBe(
    '2028-01-01',
  )
})

test('the account is kept for eight years after the person’s last transaction of any kind', () => {
  const finalized = event({
    type: 'VoucherFinalized',
    stream: 'expenseVoucher-v1',
    recordedAt: '2016-09-01T09:00:00Z',
  })
  const events = [customer('2016-03-01T09:00:00Z'), voucher(OLD), finalized]
  expect(read('2024-09-01T12:00:00Z', events).dueKey('customer-a')).toBeUndefined()
  const due = read('2024-09-02T00:00:00Z', events).dueKey('customer-a')
  expect(due).toMatchObject({ until: '2024-09-02', streams: ['customer-k1'] })
})

test('records under the name of another spelling keep the account of the same person, too', () => {
  const named = {
    keyId: 'fiscal-b',
    stream: 'expenseVoucher-v2',
    data: { personRef: 'spelled-ref-a' },
  }
  const later = voucher('2018-05-01T09:00:00Z', named)
  const events = [customer('2016-03-01T09:00:00Z'), later]
  expect(read('2026-05-01T09:00:00Z', events).dueKey('customer-a')).toBeUndefined()
  expect(read('2026-05-02T09:00:00Z', events).dueKey('customer-a')?.personRef).toBe('ref-a')
})

test('an account without a last visit counts from its last record', () => {
  const data = read('2024-02-29T12:00:00Z', [customer(null)])
  expect(data.dueKey('customer-a')).toBeUndefined()
  const due = read('2024-03-02T12:00:00Z', [customer(null)]).dueKey('customer-a')
  expect(due).toMatchObject({ until: '2024-03-02', streams: ['customer-k1'] })
})

test('a check under the key of the documents keeps them all', () => {
  const check = event({
    type: 'SanctionsChecked',
    stream: 'sanctionCheck-s1',
    keyId: 'fiscal-a',
    data: { personRef: 'ref-a', checkedAt: '2020-02-10T09:00:00Z' },
    recordedAt: '2020-02-10T09:00:00Z',
  })
  expect(read('2028-02-10T12:00:00Z', [voucher(OLD), check]).dueKey('fiscal-a')).toBeUndefined()
  const due = read('2028-02-11T12:00:00Z', [voucher(OLD), check]).dueKey('fiscal-a')
  expect(due?.streams).toEqual(['expenseVoucher-v1', 'sanctionCheck-s1'])
})

test('an account that got another person’s number is not emptied with the first person', () => {
  const corrected = customer('2016-04-01T09:00:00Z', {
    keyId: 'customer-b',
    data: { personRef: 'ref-b', lastDate: '2016-04-01T09:00:00Z' },
  })
  const data = read('2030-01-01T00:00:00Z', [customer('2016-03-01T09:00:00Z'), corrected])
  expect(data.dueKey('customer-a')?.streams).toEqual([])
  expect(data.dueKey('customer-b')?.streams).toEqual(['customer-k1'])
})

test('data of no person, and events that Sarraf did not write, have no effect', () => {
  const nobody = voucher(OLD, { data: { personRef: null, transactionDate: OLD } })
  expect(read('2040-01-01T00:00:00Z', [nobody]).dueKey('fiscal-a')).toBeUndefined()
  const forged = voucher('2039-01-01T00:00:00Z', { isGenuine: false })
  const due = read('2040-01-01T00:00:00Z', [voucher(OLD), forged]).dueKey('fiscal-a')
  expect(due).toEqual(read('2040-01-01T00:00:00Z', [voucher(OLD)]).dueKey('fiscal-a'))
  expect(due?.streams).toEqual(['expenseVoucher-v1'])
  const other = voucher(OLD, { keyId: 'company' })
  expect(read('2040-01-01T00:00:00Z', [other]).dueKey('company')).toBeUndefined()
})

test('no key is due before the eight years of its last record, nor before the ten of its last document', () => {
  const at = fc.integer({ min: Date.parse('2010-01-01'), max: Date.parse('2020-12-31') })
  const kinds = fc.constantFrom(
    'VoucherDrafted',
    'VoucherFinalized',
    'CustomerRecorded',
    'SanctionsChecked',
  )
  const records = fc.array(fc.record({ at, kind: kinds }), { minLength: 1, maxLength: 12 })
  const streams: Readonly<Record<string, string>> = {
    VoucherDrafted: 'expenseVoucher-v1',
    VoucherFinalized: 'expenseVoucher-v1',
    CustomerRecorded: 'customer-k1',
    SanctionsChecked: 'sanctionCheck-s1',
  }
  const cases = cover('account due', 'account kept', 'documents due', 'documents kept')
  cases.assert(
    fc.property(records, fc.integer({ min: 0, max: 12 * 366 }), (given, daysLater) => {
      // A voucher is drafted before anything else happens to it.
      const first = { at: Math.min(...given.map((one) => one.at)), kind: 'VoucherDrafted' }
      const all = [first, ...given]
      const events = all.map(({ at: moment, kind }) => {
        const iso = new Date(moment).toISOString()
        const data = { personRef: 'ref-a', transactionDate: iso, checkedAt: iso, lastDate: iso }
        const isFinal = kind === 'VoucherFinalized'
        return event({
          type: kind,
          stream: streams[kind] ?? '',
          keyId: isFinal ? null : kind === 'CustomerRecorded' ? 'customer-a' : 'fiscal-a',
          data: isFinal ? {} : data,
          recordedAt: iso,
        })
      })
      const last = Math.max(...all.map((one) => one.at))
      const now = last + 7 * 366 * DAY_MS + daysLater * DAY_MS
      const data = read(new Date(now).toISOString(), events)
      const eightYears = new Date(last)
      eightYears.setUTCFullYear(eightYears.getUTCFullYear() + 8)
      const [customerKey, fiscalKey] = [data.dueKey('customer-a'), data.dueKey('fiscal-a')]
      const documents = all.filter(({ kind }) => kind.startsWith('Voucher')).map((one) => one.at)
      const lastYear = Number(dayIn(ISTANBUL, Math.max(...documents)).slice(0, 4))
      const thisYear = Number(dayIn(ISTANBUL, now).slice(0, 4))
      const hasAccount = all.some(({ kind }) => kind === 'CustomerRecorded')
      cases.count('account due', customerKey !== undefined)
      cases.count('account kept', hasAccount && customerKey === undefined)
      cases.count(fiscalKey === undefined ? 'documents kept' : 'documents due')
      // Between the two it depends on the time zone.
      const isPast = now >= eightYears.getTime()
      const isLongPast = now >= eightYears.getTime() + 2 * DAY_MS
      expect(isPast || customerKey === undefined).toBe(true)
      expect(thisYear - lastYear > 10 || fiscalKey === undefined).toBe(true)
      expect(!isLongPast || !hasAccount || customerKey !== undefined).toBe(true)
      expect(!isLongPast || thisYear - lastYear <= 10 || fiscalKey !== undefined).toBe(true)
    }),
    { atLeast: 5 },
  )
})
