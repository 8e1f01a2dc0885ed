import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FailureLine, repeatedLines } from '#kernel/platform/process/repeated-lines.ts'

const MINUTE_MS = 60_000
const WARN = 40

const line = (text: string, part = ''): FailureLine => ({
  level: WARN,
  message: 'subscription dropped',
  error: new Error(text),
  part,
})

function watched() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ends: object[] = []
  const repeated = repeatedLines({
    everyMs: MINUTE_MS,
    ended: ({ message }, times) => ends.push({ message, ...times }),
  })
  return { ...repeated, ends }
}

test('an outage of a night is one line a minute, and its end', () => {
  const { leftOutBefore, ends } = watched()
  const written: number[] = []
  for (let second = 0; second < 8 * 3_600; second += 1) {
    const leftOut = leftOutBefore(line(`no answer within ${second} ms`))
    if (leftOut !== undefined) written.push(leftOut)
    vi.advanceTimersByTime(1_000)
  }
  vi.advanceTimersByTime(MINUTE_MS)

  expect(written).toHaveLength(480)
  expect(written.slice(0, 3)).toEqual([0, 59, 59])
  expect(ends).toEqual([{ message: 'subscription dropped', count: 59, seconds: 28_859 }])
})

test('a failure that comes once is one line without an end', () => {
  const { leftOutBefore, ends } = watched()
  expect(leftOutBefore(line('gone'))).toBe(0)
  vi.advanceTimersByTime(10 * MINUTE_MS)
  expect(ends).toEqual([])
  expect(leftOutBefore(line('gone'))).toBe(0)
})

test('another error, another part and another message are lines of their own', () => {
  const { leftOutBefore } = watched()
  const others = [
    line('gone'),
    line('refused'),
    line('gone', 'projections'),
    { ...line('gone'), message: 'append in doubt' },
    { ...line('gone'), error: Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }) },
  ]
  expect(others.map(leftOutBefore)).toEqual([0, 0, 0, 0, 0])
  expect(others.map(leftOutBefore)).toEqual(others.map(() => undefined))
})

test('whatever comes when: every failure is written or counted', () =>
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 200_000 }), { maxLength: 60 }), (pauses) => {
      const { leftOutBefore, ends } = watched()
      let accounted = 0
      for (const pauseMs of pauses) {
        const leftOut = leftOutBefore(line('gone'))
        if (leftOut !== undefined) accounted += leftOut + 1
        vi.advanceTimersByTime(pauseMs)
      }
      vi.advanceTimersByTime(MINUTE_MS)
      for (const end of ends) accounted += Number(Reflect.get(end, 'count'))
      expect(accounted).toBe(pauses.length)
    }),
  ))
