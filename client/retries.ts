import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { creations } from './generated/creations.ts'

/** How often, and for how long, a call is repeated. */
export interface Patience {
  readonly tries: number
  /** A longer `Retry-After` is left to the caller. */
  readonly longestWaitMs: number
}

interface Calls extends Patience {
  /** What stands before the API's own paths in those of the calls, where a proxy adds something. */
  readonly pathPrefix: string
}

const FIRST_WAIT_MS = 200

/**
 * `fetch` that repeats what may be repeated. Reads, previews and creations may, whatever happened to
 * them. Anything else may have been done when its answer was lost, and also when the answer is 500 or
 * 503; only a connection that was refused, and 429, say that it was not. An aborted call ends at once.
 */
export const patientFetch =
  ({ tries, longestWaitMs, pathPrefix }: Calls) =>
  async (given: Request): Promise<Response> => {
    const { signal } = given
    const { pathname } = new URL(given.url)
    const isCreating =
      given.method === 'POST' && creations.some((path) => pathname === `${pathPrefix}${path}`)
    if (isCreating && !given.headers.has('idempotency-key')) {
      given.headers.set('idempotency-key', randomUUID())
    }
    const mayRepeat = given.method === 'GET' || isCreating || pathname.endsWith('/preview')
    for (let left = tries - 1; ; left--) {
      const outcome = await fetch(given.clone()).catch((error: unknown) => ({ error }))
      signal.throwIfAborted()
      const isLost = 'error' in outcome
      const mayAgain = isLost
        ? mayRepeat || wasNeverSent(outcome.error)
        : await failedForNow(outcome, mayRepeat)
      const waitMs = waitOf(isLost ? null : outcome.headers.get('retry-after'), tries - left)
      if (left > 0 && waitMs <= longestWaitMs && mayAgain) await unlessAborted(waitMs, signal)
      else if (isLost) throw outcome.error
      else return outcome
    }
  }

/** What an answer of that status says if the same call may succeed later. */
const signOf: Readonly<Record<number, string>> = {
  // Another 409 says something final.
  409: '"inProgress"',
  // A query of KMTS is repeated by a new decision of the user, an SMS by `electronicVoucher`.
  429: '"AUTH_TOO_MANY_ATTEMPTS"',
  500: '',
  503: '"INTERNAL_ERROR"',
}

async function failedForNow(response: Response, mayRepeat: boolean): Promise<boolean> {
  const sign = signOf[response.status]
  if (sign === undefined || (response.status >= 500 && !mayRepeat)) return false
  return (await response.clone().text()).includes(sign)
}

/** Rejects with the reason of the abort, as `fetch` does. */
const unlessAborted = (waitMs: number, signal: AbortSignal) =>
  pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())

const wasNeverSent = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

/** As long as the answer says, or twice as long as the last time. */
const waitOf = (seconds: string | null, times: number) =>
  seconds === null ? FIRST_WAIT_MS * 2 ** (times - 1) : Number(seconds) * 1_000
