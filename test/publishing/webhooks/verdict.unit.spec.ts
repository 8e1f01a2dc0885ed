import { expect, onTestFinished, test, vi } from 'vitest'
import { verdictOn, wishedPauseMs } from '#publishing/webhooks/sending/verdict.ts'

test.each([
  ['event', [400, 402, 406, 409, 411, 413, 415, 422, 431, 451]],
  ['address', [100, 301, 302, 307, 308, 401, 403, 404, 405, 407, 410]],
  ['endpoint', [null, 408, 425, 429, 500, 502, 503, 504, 599]],
] as const)('as a failure of the %s count %j', (verdict, statuses) => {
  expect(statuses.map(verdictOn)).toEqual(statuses.map(() => verdict))
})

const now = Date.parse('2026-11-20T10:00:00Z')

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 10:02:00 GMT', 120_000],
  ['Friday, 20-Nov-26 10:02:00 GMT', 120_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['86400', 3_600_000],
  ['Fri, 20 Nov 2099 10:02:00 GMT', 3_600_000],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['2026-11-20T10:02:00Z', 0],
  ['', 0],
  [undefined, 0],
])('a receiver that says Retry-After: %s wishes for %i ms', (retryAfter, wished) => {
  expect(wishedPauseMs(retryAfter, now)).toBe(wished)
})

test('a date without its zone is one of UTC, wherever this process runs', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', 'Europe/Istanbul')
  expect(new Date(now).getHours()).toBe(13)
  expect(wishedPauseMs('Fri Nov 20 10:02:00 2026', now)).toBe(120_000)
  expect(wishedPauseMs('Fri, 20 Nov 2026 10:02:00 GMT', now)).toBe(120_000)
})
