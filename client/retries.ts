import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

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

/** POSTs that take an `Idempotency-Key`: with the same key they create nothing a second time. */
export const creating: readonly string[] = [
  '/v1/expenses',
  '/v1/invoices',
  '/v1/kmts-verifications',
  '/v1/customers',
  '/v1/compliance/sanction-checks',
]

/**
 * `fetch` that repeats what may be repeated. Reads and creations may, whatever happened to them.
 * Anything else may have been done when its answer was lost; only 503, and a connection that was
 * refused, say that it was not.
 */
export const patientFetch =
  ({ tries, longestWaitMs, pathPrefix }: Calls) =>
  async (given: Request): Promise<Response> => {
    const { pathname } = new URL(given.url)
    const isCreating =
      given.method === 'POST' && creating.some((path) => pathname === `${pathPrefix}${path}`)
    if (isCreating && !given.headers.has('idempotency-key')) {
      given.headers.set('idempotency-key', randomUUID())
    }
    const mayRepeat = given.method === 'GET' || isCreating
    for (let left = tries - 1; ; left--) {
      const outcome = await fetch(given.clone()).catch((error: unknown) => ({ error }))
      const isLost = 'error' in outcome
      const isFailed = !isLost && (await failedForNow(outcome, mayRepeat))
      if (!isFailed && !isLost) return outcome
      const mayAgain = !isLost || mayRepeat || wasNeverSent(outcome.error)
      const waitMs = waitOf(isLost ? null : outcome.headers.get('retry-after'), tries - left)
      if (left > 0 && waitMs <= longestWaitMs && mayAgain) await pause(waitMs)
      else if (isLost) throw outcome.error
      else return outcome
    }
  }

async function failedForNow(response: Response, mayRepeat: boolean): Promise<boolean> {
  if (response.status === 500) return mayRepeat
  if (response.status !== 503 && response.status !== 409) return false
  const text = await response.clone().text()
  // The codes of KMTS ask for a new decision of the user; another 409 says something final.
  return response.status === 503 ? text.includes('"INTERNAL_ERROR"') : text.includes('"inProgress"')
}

const wasNeverSent = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

/** As long as the answer says, or twice as long as the last time. */
const waitOf = (seconds: string | null, times: number) =>
  seconds === null ? FIRST_WAIT_MS * 2 ** (times - 1) : Number(seconds) * 1_000
