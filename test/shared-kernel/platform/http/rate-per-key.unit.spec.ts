import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Rejection } from '#kernel/domain/rejection.ts'
import { ratePerKey, refusingSlowly, turnsPerKey } from '#kernel/platform/http/rate-per-key.ts'

function limited(perSecond: number) {
  let nowMs = 0
  const take = ratePerKey(perSecond, () => nowMs)
  return {
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Undefined, or the seconds to wait. */
    take: (key = 'key') => {
      try {
        take(key)
        return undefined
      } catch (error) {
        if (error instanceof Rejection) return error.details[0]?.retryAfter
        throw error
      }
    },
  }
}

test('four seconds’ worth at once, then as many as a second permits', () => {
  const { take, pass } = limited(50)
  const taken = (count: number) =>
    Array.from({ length: count }, () => take()).filter((wait) => wait === undefined).length
  expect(taken(300)).toBe(200)
  pass(1_000)
  expect(taken(300)).toBe(50)
  pass(60_000)
  expect(taken(300)).toBe(200)
})

test('a key has its own rate, and without a limit there is none', () => {
  const { take } = limited(1)
  for (let request = 0; request < 4; request++) take('greedy')
  expect([take('greedy'), take('other')]).toEqual([1, undefined])
  const free = limited(0)
  for (let request = 0; request < 1_000; request++) expect(free.take()).toBeUndefined()
})

test('whatever is sent when, no more passes than the rate permits, and what waits for so long passes', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }),
      (perSecond, pauses) => {
        const { take, pass } = limited(perSecond)
        let passed = 0
        let elapsed = 0
        for (const ms of pauses) {
          pass(ms)
          elapsed += ms
          if (take() === undefined) passed++
        }
        expect(passed).toBeLessThanOrEqual(4 * perSecond + (elapsed / 1_000) * perSecond)
        const wait = take()
        pass((wait ?? 1) * 1_000)
        expect(take()).toBeUndefined()
      },
    ),
  ))

test('a refusal is answered after a while, and beyond 500 that wait at once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const take = refusingSlowly(ratePerKey(1, () => 0))
  for (let request = 0; request < 4; request++) await take('greedy')
  const refused: number[] = []
  const refusals = Array.from({ length: 501 }, (_, request) =>
    take('greedy').catch(() => void refused.push(request)),
  )

  await take('other')
  expect(refused).toEqual([500])
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all(refusals)
  expect(refused).toHaveLength(501)
})

function turns(perSecond: number) {
  const awaitTurn = turnsPerKey(perSecond)
  const begun: string[] = []
  return {
    begun,
    /** The end of its answer. */
    ask: (request: string, key = 'key') => {
      const { promise: answered, resolve: end } = Promise.withResolvers<void>()
      void awaitTurn(key, answered).then((waited) =>
        begun.push(`${request}${waited ? ' later' : ''}`),
      )
      return end
    },
  }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test('one request of a key is worked on at a time, the next when it is answered, and other keys wait for none', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { ask, begun } = turns(50)
  const endFirst = ask('first')
  for (const request of ['second', 'third']) ask(request)
  ask('other', 'other')
  await settled()
  expect(begun).toEqual(['first', 'other'])
  endFirst()
  await settled()
  expect(begun.slice(2)).toEqual(['second later'])
})

test('what is answered slowly holds up the others of its key no longer than the rate does', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { ask, begun } = turns(50)
  for (let request = 0; request < 100; request++) ask('slow')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun.length).toBeGreaterThanOrEqual(50)
})

test('more than may come at once do not wait for a turn, and without a limit nothing does', async () => {
  const awaitTurn = turnsPerKey(1)
  const never = new Promise(() => undefined)
  for (let request = 0; request < 5; request++) void awaitTurn('greedy', never)
  await expect(awaitTurn('greedy', never)).rejects.toThrow(Rejection)
  const free = turnsPerKey(0)
  for (let request = 0; request < 100; request++) expect(await free('key', never)).toBe(false)
})
