import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'

const LONGEST_PAUSE_MS = 1_000
const OWN_PAUSE_MS = 7_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** `expected`: a failure with a pause of its own. `moved`: a failure after progress. */
type Turn = 'fails' | 'moved' | 'expected' | 'again'

async function played(turns: readonly Turn[]) {
  const stop = new AbortController()
  let place = 0
  const begun: number[] = []
  const counted: number[] = []
  const ended = keepGoing({
    stop: stop.signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      const turn = turns[begun.length]
      begun.push(Date.now())
      if (turn === undefined) return 'done'
      if (turn === 'again') return turn
      if (turn === 'moved') place += 1
      throw new Error(turn)
    },
    progress: () => place,
    failed(error, failures) {
      if (error instanceof Error && error.message === 'expected') return OWN_PAUSE_MS
      counted.push(failures)
      return undefined
    },
  })
  await vi.runAllTimersAsync()
  return { outcome: await ended, begun, counted }
}

/** How many failures are in a row up to each that is counted. */
function inARow(turns: readonly Turn[]) {
  let failures = 0
  return turns.flatMap((turn) => {
    if (turn === 'again') failures = 0
    if (turn === 'fails' || turn === 'moved') failures = turn === 'moved' ? 1 : failures + 1
    return turn === 'fails' || turn === 'moved' ? [failures] : []
  })
}

const pauseAfter = (turn: Turn) =>
  turn === 'again' ? 'none' : turn === 'expected' ? 'its own' : 'growing'

function kindOfPause(ms: number) {
  if (ms === 0) return 'none'
  if (ms === OWN_PAUSE_MS) return 'its own'
  return ms <= LONGEST_PAUSE_MS ? 'growing' : `${ms} ms`
}

test('failures in a row are counted, up to progress or an attempt that went well, and each has its pause', async () => {
  const turn = fc.constantFrom<Turn>('fails', 'moved', 'expected', 'again')
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 30 }), async (turns) => {
      const { outcome, begun, counted } = await played(turns)
      expect(outcome).toBe('done')
      expect(counted).toEqual(inARow(turns))
      expect(begun).toHaveLength(turns.length + 1)
      const pauses = turns.map((_, at) => (begun[at + 1] ?? 0) - (begun[at] ?? 0))
      expect(pauses.map((pauseMs) => kindOfPause(pauseMs))).toEqual(turns.map(pauseAfter))
    }),
  )
})

test('what stops it ends a pause, and a failure behind it is nobody’s', async () => {
  const stop = new AbortController()
  const reported: unknown[] = []
  const begun: number[] = []
  const ended = keepGoing({
    stop: stop.signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      begun.push(Date.now())
      throw new Error('down')
    },
    failed(error) {
      reported.push(error)
      return OWN_PAUSE_MS
    },
  })
  await vi.advanceTimersByTimeAsync(OWN_PAUSE_MS / 2)
  stop.abort()
  expect(await ended).toBeUndefined()
  expect([begun.length, reported.length]).toEqual([1, 1])

  const late = keepGoing({
    stop: stop.signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt: async () => 'never',
    failed: () => undefined,
  })
  expect(await late).toBeUndefined()
})

test('what the report of a failure throws ends it', async () => {
  const ended = keepGoing({
    stop: new AbortController().signal,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt: () => Promise.reject(new Error('refused')),
    failed(error) {
      throw error
    },
  })
  await expect(ended).rejects.toThrow('refused')
})
