import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import {
  fiscalRetentionEnd,
  laterDay,
  masakRetentionEnd,
  retentionEnd,
} from '#kernel/domain/retention.ts'
import { cover } from '#test/support/cover.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2005-01-01T00:00:00Z')
const periods = { fiscalYears: 10, masakYears: 8 }
const zones = [
  'Europe/Istanbul',
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
]

const leapDays = fc
  .integer({ min: 2008 / 4, max: 2120 / 4 })
  .filter((quarter) => quarter !== 2100 / 4)
  .map((quarter) => Date.parse(`${quarter * 4}-02-29T12:00:00Z`))
const instants = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: START, max: Date.parse('2120-12-31T23:59:59Z') }) },
  { weight: 1, arbitrary: leapDays },
)
const days = instants.map((at) => dayIn('UTC', at))
const years = fc.integer({ min: 1, max: 40 })

test.each([
  ['2016-01-01', '2027-01-01'],
  ['2016-12-31', '2027-01-01'],
  ['2017-01-01', '2028-01-01'],
])('a document of %s is kept for ten years after its year, until %s', (day, end) => {
  expect(fiscalRetentionEnd(day, 10)).toBe(end)
})

test.each([
  ['2018-11-23', '2026-11-24'],
  ['2018-12-31', '2027-01-01'],
  ['2016-02-29', '2024-03-01'],
  ['2092-02-29', '2100-03-01'],
  ['2016-02-28', '2024-02-29'],
  ['2015-02-28', '2023-03-01'],
  ['2092-02-28', '2100-03-01'],
  ['1992-02-28', '2000-02-29'],
  ['2018-04-30', '2026-05-01'],
])('a MASAK record of %s is kept for eight years, until %s', (day, end) => {
  expect(masakRetentionEnd(day, 8)).toBe(end)
})

test('the last moments of a year belong to the year of the company’s own time zone', () => {
  const at = Date.parse('2016-12-31T22:30:00Z')
  expect(fiscalRetentionEnd(dayIn('UTC', at), 10)).toBe('2027-01-01')
  expect(fiscalRetentionEnd(dayIn('Europe/Istanbul', at), 10)).toBe('2028-01-01')
})

test('wherever a company is, nothing ends before its full years have passed', () => {
  const cases = cover('any day', 'a 29th of February')
  cases.assert(
    fc.property(instants, years, fc.constantFrom(...zones), (at, count, zone) => {
      const day = dayIn(zone, at)
      const [fiscal, masak] = [fiscalRetentionEnd(day, count), masakRetentionEnd(day, count)]
      const sameDay = new Date(`${day}T00:00:00Z`)
      sameDay.setUTCFullYear(sameDay.getUTCFullYear() + count)
      // In a year without it, the 29th of February becomes the 1st of March: so the day before is the last.
      const isMoved = sameDay.toISOString().slice(8, 10) !== day.slice(8, 10)
      cases.count(isMoved ? 'a 29th of February' : 'any day')
      const last = sameDay.getTime() - (isMoved ? DAY_MS : 0)
      expect(masak).toBe(dayIn('UTC', last + DAY_MS))
      expect(Number(fiscal.slice(0, 4)) - Number(day.slice(0, 4))).toBe(count + 1)
      expect(fiscal.slice(4)).toBe('-01-01')
      expect(fiscal >= masak).toBe(true)
    }),
    { numRuns: 300, atLeast: 3 },
  )
})

test('a later record never brings the end forward', () => {
  fc.assert(
    fc.property(days, days, years, (one, other, count) => {
      const later = laterDay(one, other)
      for (const end of [fiscalRetentionEnd, masakRetentionEnd]) {
        expect(end(later, count) >= end(one, count)).toBe(true)
      }
    }),
  )
})

test('a key is kept until the last of what it seals is due', () => {
  const invoice = { lastFiscalDay: '2016-05-01', hasMasakRecords: false }
  expect(retentionEnd(invoice, '2020-01-01', periods)).toBe('2027-01-01')
  const check = { lastFiscalDay: null, hasMasakRecords: true }
  expect(retentionEnd(check, '2020-01-01', periods)).toBe('2028-01-02')
  expect(retentionEnd({ ...invoice, hasMasakRecords: true }, '2020-01-01', periods)).toBe(
    '2028-01-02',
  )
})

test('years beyond four digits never come', () => {
  expect(fiscalRetentionEnd('9988-12-31', 10)).toBe('9999-01-01')
  expect(masakRetentionEnd('9991-12-30', 8)).toBe('9999-12-31')
  expect(fiscalRetentionEnd('9999-12-31', 10)).toBe('9999-12-31')
  expect(masakRetentionEnd('9999-12-31', 8)).toBe('9999-12-31')
})
