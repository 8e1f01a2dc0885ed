import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'

/** A line with an error, as a caller logs it. */
export interface FailureLine {
  readonly level: number
  readonly message: string
  readonly error: Error
  /** Of the part that reports it: two parts that fail alike are both named. */
  readonly part: string
}

interface Repetition {
  /** Since the last line that was written. */
  count: number
  readonly since: number
  writtenAt: number
  ending: NodeJS.Timeout | undefined
}

interface RepeatedLinesOptions {
  /** Called when a failure that was repeated has not come again for that time. */
  readonly ended: (line: FailureLine, times: { count: number; seconds: number }) => void
  readonly everyMs: number
  readonly now?: () => number
}

const MOST_REMEMBERED = 1_000

/**
 * An outage of a night is a few lines and not one for each attempt: the first failure is written, then
 * one line in `everyMs` with the number of those left out, then that it has ended.
 */
export function repeatedLines({ ended, everyMs, now = Date.now }: RepeatedLinesOptions) {
  const known = new LRUCache<string, Repetition>({
    ...atMost(MOST_REMEMBERED),
    dispose: ({ ending }) => clearTimeout(ending),
  })

  function end(key: string, line: FailureLine, repetition: Repetition) {
    known.delete(key)
    const seconds = Math.round((now() - repetition.since) / 1_000)
    if (repetition.count > 0) ended(line, { count: repetition.count, seconds })
  }

  return {
    /** Undefined if the line is left out; else how many were left out before it. */
    leftOutBefore: (line: FailureLine): number | undefined => {
      const key = keyOf(line)
      const at = now()
      const found = known.get(key)
      const repetition = found ?? { count: -1, since: at, writtenAt: at, ending: undefined }
      if (found === undefined) known.set(key, repetition)
      clearTimeout(repetition.ending)
      repetition.ending = setTimeout(end, everyMs, key, line, repetition).unref()
      repetition.count += 1
      if (found !== undefined && at - repetition.writtenAt < everyMs) return undefined
      const leftOut = Math.max(repetition.count - 1, 0)
      repetition.count = 0
      repetition.writtenAt = at
      return leftOut
    },
  }
}

/** The same failure at another time, of another record or after another number of attempts is the same. */
function keyOf({ level, message, error, part }: FailureLine): string {
  const code = 'code' in error ? String(error.code) : ''
  const text = error.message
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,}/gi, '…')
    .replaceAll(/\d+/g, '0')
  return JSON.stringify([level, message, part, error.name, code, text])
}
