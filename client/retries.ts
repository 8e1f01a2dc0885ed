import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { creations } from './generated/paths.ts'

/** How often, and for how long, a call is repeated. */
export interface Patience {
  readonly tries: number
  /** A longer `Retry-After` is left to the caller. */
  readonly longestWaitMs: number
  /** A call with all its tries; then it ends with a `TimeoutError`. */
  readonly longestCallMs: number
}

interface Calls extends Patience {
  /** What stands before the API's own paths in those of the calls, where a proxy adds something. */
  readonly pathPrefix: string
}

const FIRST_WAIT_MS = 200

/**
 * `fetch` that repeats what may be repeated. Reads, previews and creations may, whatever happened to
 * them: a creation keeps its `Idempotency-Key`, also when its answer breaks off in its body. Anything
 * else may have been done when its answer was lost, and also when the answer is 500 or more; only a
 * connection that was refused, and 429, say that it was not. An aborted call ends at once.
 */
export const patientFetch =
  ({ tries, longestWaitMs, longestCallMs, pathPrefix }: Calls) =>
  async (asked: Request): Promise<Response> => {
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(longestCallMs)])
    const given = new Request(asked, { signal })
    const { pathname } = new URL(given.url)
    const isCreating =
      given.method === 'POST' && creations.some((path) => pathname === `${pathPrefix}${path}`)
    if (isCreating && !given.headers.has('idempotency-key')) {
      given.headers.set('idempotency-key', randomUUID())
    }
    const mayRepeat = given.method === 'GET' || isCreating || pathname.endsWith('/preview')
    for (let left = tries - 1; ; left--) {
      const outcome = await wholeAnswer(given.clone()).catch((error: unknown) => ({ error }))
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

/** The answer with its body, so that one that breaks off is lost like one that never came. */
async function wholeAnswer(request: Request): Promise<Response> {
  const response = await fetch(request)
  const { status, statusText, headers } = response
  const body = await response.arrayBuffer()
  if (response.ok && !isWhole(request, headers.get('content-type') ?? '', body)) {
    throw new TypeError('The answer broke off, or is not one of the API.')
  }
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
}

/** Whether a success is what the API answers: always JSON, but for the file of a document. */
function isWhole({ url }: Request, type: string, body: ArrayBuffer): boolean {
  const isFile = new URL(url).pathname.endsWith('/file') && !/json|html/.test(type)
  return isFile ? body.byteLength > 0 : jsonIn(new TextDecoder().decode(body)) !== undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer of the API says if the same call may succeed later, by its status. */
const codesForNow: Readonly<Record<number, readonly unknown[]>> = {
  // A query of KMTS is repeated by a new decision of the user, an SMS by `electronicVoucher`.
  429: ['AUTH_TOO_MANY_ATTEMPTS', 'RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  503: ['INTERNAL_ERROR'],
}

/** Statuses with which a proxy says that what is behind it does not answer. */
const ofProxies: ReadonlySet<number> = new Set([500, 502, 503, 504])

async function failedForNow(response: Response, mayRepeat: boolean): Promise<boolean> {
  const { status } = response
  if (response.ok || (status >= 500 && !mayRepeat)) return false
  const text = await response.clone().text()
  const code = codeIn(jsonIn(text))
  if (code === undefined) return ofProxies.has(status)
  // Another 409 says something final.
  return status === 409
    ? text.includes('"inProgress"')
    : codesForNow[status]?.includes(code) === true
}

/** Of an error of the API; undefined if the answer comes from elsewhere. */
function codeIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Rejects with the reason of the abort, as `fetch` does. */
const unlessAborted = (waitMs: number, signal: AbortSignal) =>
  pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())

const wasNeverSent = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED'

/** As long as the answer says, in seconds or by a date that is to come; else twice as long as the last time. */
function waitOf(retryAfter: string | null, times: number): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const untilMs = dateIn(text) - Date.now()
  return untilMs > 0 ? untilMs : FIRST_WAIT_MS * 2 ** (times - 1)
}

/** `Date.parse` takes -3 and 1.5 for years, and HTTP's oldest form, which ends with the year, for local time. */
function dateIn(text: string): number {
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(text)) return Number.NaN
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text)
}
