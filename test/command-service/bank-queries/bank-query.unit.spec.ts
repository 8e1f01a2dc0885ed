import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankQuery } from '#command/bank-queries/bank-query.ts'
import { recordFailure, recordQuery, startQuery } from '#command/bank-queries/query.ts'
import { messageOf, resultOf } from '#command/bank-queries/result.ts'
import { windowsOf } from '#command/bank-queries/windows.ts'

const DAY = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-20T09:45:00.123Z')

test('the first query looks back 30 days, a later one three days before the last that succeeded', () => {
  expect(windowsOf(null, now)[0]?.from).toBe(now - 30 * DAY)
  expect(windowsOf(null, now)).toHaveLength(5)
  expect(windowsOf(now - DAY, now)).toEqual([{ from: now - 4 * DAY, to: now }])
  expect(windowsOf(now, now)).toEqual([{ from: now - 3 * DAY, to: now }])
})

test('a clock that went back, or a pause of years, leads to a possible period', () => {
  expect(windowsOf(now + DAY, now)).toEqual([{ from: now - 3 * DAY, to: now }])
  expect(windowsOf(now - 3000 * DAY, now)[0]?.from).toBe(now - 365 * DAY)
})

test('after any earlier query the windows join, end now, and none is longer than a week', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: now - 500 * DAY, max: now + DAY })), (until) => {
      const windows = windowsOf(until, now)
      expect(windows.at(-1)?.to).toBe(now)
      for (const { from, to } of windows) {
        expect(to - from).toBeGreaterThan(0)
        expect(to - from).toBeLessThanOrEqual(7 * DAY)
      }
      expect(windows.slice(1).map(({ from }) => from)).toEqual(
        windows.slice(0, -1).map(({ to }) => to),
      )
      expect(windows.length).toBeLessThanOrEqual(53)
    }),
  )
})

const query = {
  accountId: 'a'.repeat(24),
  from: '2026-11-17T09:45:00.000Z',
  to: '2026-11-20T09:45:00.000Z',
  receivedCount: 3,
  recordedCount: 1,
}

const started = {
  accountId: query.accountId,
  from: query.from,
  to: query.to,
  attemptId: 'the attempt',
}

const queried = { type: 'BankAccountQueried', data: query } as const
const failure = { ...query, reason: 'timeout', providerCode: null } as const
const failed = { type: 'BankQueryFailed', data: failure } as const

test('a query starts once, and its start holds nothing from the bank', () => {
  const begun = { type: 'BankQueryStarted', data: started } as const
  const begin = startQuery(started)
  expect(begin(bankQuery.initial)).toEqual([begun])
  const after = bankQuery.evolve(bankQuery.evolve(bankQuery.initial, queried), begun)

  expect(after.queriedUntil).toBe(query.to)
  expect(begin(after)).toEqual([])
})

test('a query is recorded once, with the place where the next one starts', () => {
  expect(recordQuery(query)(bankQuery.initial)).toEqual([queried])
  const after = bankQuery.evolve(bankQuery.initial, queried)

  expect(after.queriedUntil).toBe(query.to)
  expect(recordQuery(query)(after)).toEqual([])
})

test('a failed query is recorded too, and does not move the start of the next one', () => {
  const decided = recordFailure(failure)(bankQuery.initial)
  expect(decided).toEqual([failed])
  const yesterday = '2026-11-19T09:45:00.000Z'
  const before = { ...bankQuery.initial, queriedUntil: yesterday, lastTo: yesterday }
  const after = bankQuery.evolve(before, failed)

  expect(after.queriedUntil).toBe(before.queriedUntil)
  expect(recordFailure(failure)(after)).toEqual([])
})

test('only a refusal is quoted in the bank’s own words', () => {
  const providerError = { code: 'CLOSED', message: 'The account is closed.' }
  expect(messageOf({ reason: 'refused', providerError })).toBe(
    'The bank refused the query. CLOSED: The account is closed.',
  )
  expect(messageOf({ reason: 'refused', providerError: null })).toBe('The bank refused the query.')
  expect(messageOf({ reason: 'unavailable', providerError })).toBe('The bank could not be reached.')
})

test('the counts of a result add up', () => {
  const results = (['success', 'failed', 'skipped', 'success'] as const).map((status) => ({
    accountId: 'a'.repeat(24),
    name: 'TL',
    status,
    message: null,
  }))
  expect(resultOf(results, query.to)).toEqual({
    total: 4,
    triggered: 3,
    succeeded: 2,
    failed: 1,
    skipped: 1,
    results,
    ranAt: query.to,
  })
})
