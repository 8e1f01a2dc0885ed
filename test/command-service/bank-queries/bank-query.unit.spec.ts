import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankQuery, keyOf } from '#command/bank-queries/bank-query.ts'
import { recordFailure, recordQuery, startQuery } from '#command/bank-queries/decide.ts'
import { queriedSources } from '#command/bank-queries/earlier-sources.ts'
import { messageOf, resultOf } from '#command/bank-queries/result.ts'
import { windowsOf } from '#command/bank-queries/windows.ts'
import { instantOf } from '#kernel/domain/instant.ts'

const DAY = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-20T09:45:00.123Z')

const queriedUntil = (until: number) => ({
  begunFrom: instantOf(until - 30 * DAY),
  queriedUntil: instantOf(until),
  lastTo: instantOf(until),
})

test('the first query looks back 30 days, a later one three days before the last that succeeded', () => {
  expect(windowsOf(undefined, now)[0]?.from).toBe(now - 30 * DAY)
  expect(windowsOf(undefined, now)).toHaveLength(5)
  expect(windowsOf(queriedUntil(now - DAY), now)).toEqual([{ from: now - 4 * DAY, to: now }])
  expect(windowsOf(queriedUntil(now), now)).toEqual([{ from: now - 3 * DAY, to: now }])
})

test('a clock that went back, or a pause of years, leads to a possible period', () => {
  expect(windowsOf(queriedUntil(now + DAY), now)).toEqual([{ from: now - 3 * DAY, to: now }])
  expect(windowsOf(queriedUntil(now - 3000 * DAY), now)[0]?.from).toBe(now - 365 * DAY)
})

test('however long no query succeeds, the days of the first one are asked for', () => {
  const never = { ...queriedUntil(now - 40 * DAY), queriedUntil: null }
  expect(windowsOf(never, now)[0]?.from).toBe(now - 70 * DAY)
})

test('after any earlier query the windows join, end now, and none is longer than a week', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: now - 500 * DAY, max: now + DAY })), (until) => {
      const windows = windowsOf(until === null ? undefined : queriedUntil(until), now)
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
  source: { accountRef: 'R1', url: null },
}

const started = {
  accountId: query.accountId,
  from: query.from,
  to: query.to,
  attemptId: 'the attempt',
  source: query.source,
}

const queried = { type: 'BankAccountQueried', data: query } as const
const failure = { ...query, reason: 'timeout', providerCode: null } as const
const failed = { type: 'BankQueryFailed', data: failure } as const

test('a query starts once, and its start holds nothing from the bank', () => {
  const begun = { type: 'BankQueryStarted', data: started } as const
  const begin = startQuery(started)
  expect(begin(bankQuery.initial)).toEqual([begun])
  const after = bankQuery.evolve(bankQuery.evolve(bankQuery.initial, queried), begun)

  expect(after.followed.get(keyOf(query.source))?.queriedUntil).toBe(query.to)
  expect(begin(after)).toEqual([])
})

test('a query is recorded once, with the place where the next one starts', () => {
  expect(recordQuery(query)(bankQuery.initial)).toEqual([queried])
  const after = bankQuery.evolve(bankQuery.initial, queried)

  expect(after.followed.get(keyOf(query.source))?.queriedUntil).toBe(query.to)
  expect(recordQuery(query)(after)).toEqual([])
})

test('a failed query is recorded too, and does not move the start of the next one', () => {
  const decided = recordFailure(failure)(bankQuery.initial)
  expect(decided).toEqual([failed])
  const to = '2026-11-19T09:45:00.000Z'
  const before = bankQuery.evolve(bankQuery.initial, { ...queried, data: { ...query, to } })
  const after = bankQuery.evolve(before, failed)

  expect(after.followed.get(keyOf(query.source))?.queriedUntil).toBe(to)
  expect(recordFailure(failure)(after)).toEqual([])
})

test('queries that name no source count for the one that the account had then', () => {
  const [R1, R2] = ['R1', 'R2'].map((accountRef) => ({ accountRef, url: null }))
  if (R1 === undefined || R2 === undefined) throw new Error('there are two')
  const before = bankQuery.evolve(bankQuery.initial, {
    type: 'BankAccountQueried',
    data: { ...query, source: null },
  })
  const since = (source: typeof R1, moment: string) => ({ source, since: moment })
  const always = since(R1, '2026-01-01T00:00:00.000Z')

  const same = queriedSources(before, [always])
  expect([same.last, same.followed(R1)?.queriedUntil]).toEqual([R1, query.to])
  const later = queriedSources(before, [always, since(R2, '2026-11-21T00:00:00.000Z')])
  expect([later.last, later.followed(R2)]).toEqual([R1, undefined])
  expect(later.followed(R1)?.queriedUntil).toBe(query.to)

  // It changed while queries went on from where the reference before had been asked to.
  const meanwhile = queriedSources(before, [always, since(R2, '2026-11-19T00:00:00.000Z')])
  expect([meanwhile.last, meanwhile.followed(R1)]).toEqual([R2, undefined])
  expect(windowsOf(meanwhile.followed(R2), now)[0]?.from).toBe(Date.parse(query.to) - 30 * DAY)
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
