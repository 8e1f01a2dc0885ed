import { expect, test } from 'vitest'
import { dateViolations } from '#command/provider-documents/dates.ts'

const noon = { now: '2026-11-20T09:45:00.000Z', timeZone: 'Europe/Istanbul' }

test.each([
  ['2004-12-31T21:59:59.999Z', 'minimum'],
  ['2026-11-20T21:00:00.000Z', 'maximum'],
  ['9999-12-31T23:59:59.999Z', 'maximum'],
])('the day of a document at %s is refused', (transactionDate, rule) => {
  expect(dateViolations(transactionDate, noon)).toEqual([{ field: 'data.transactionDate', rule }])
})

test.each(['2004-12-31T22:00:00.000Z', '2026-11-20T20:59:59.999Z'])(
  'the day of a document at %s is taken: it is the clock of the company that counts',
  (transactionDate) => {
    expect(dateViolations(transactionDate, noon)).toEqual([])
  },
)
