import { type Judgement, judged, wasNeverSent, wholeAnswer } from './answers.ts'
import { ConnectionFailed, errorOf, OutcomeUnknown, TimedOut } from './errors.ts'
import { creations } from './generated/paths.ts'
import { type Limit, limited } from './limited.ts'
import { newKey } from './new-key.ts'
import { release } from './own-request.ts'
import { pause } from './pause.ts'

/** How often, and for how long, a call is repeated. */
export interface Patience {
  readonly tries: number
  /** A longer `Retry-After` is left to the caller. */
  readonly longestWaitMs: number
  /** One request, until its answer is there to the last byte; then it counts as lost. */
  readonly timeoutMs: number
  /** A call with all its tries. */
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
 * connection that never was, and 429, say that it was not.
 */
export const patientFetch =
  (calls: Calls) =>
  (asked: Request): Promise<Response> =>
    // Whoever aborts gets the reason of the abort, at once.
    limited(asked.signal, calls.longestCallMs, (limit) =>
      callOf(asked, calls, limit).catch((error: unknown) => {
        asked.signal.throwIfAborted()
        throw error
      }),
    ).finally(() => release(asked))

interface Sending {
  readonly request: Request
  readonly idempotencyKey: string | undefined
  readonly isRead: boolean
  readonly mayRepeat: boolean
}

async function callOf(asked: Request, calls: Calls, whole: Limit): Promise<Response> {
  const sending = sendingOf(asked, calls)
  const { mayRepeat, idempotencyKey } = sending
  let isInDoubt = false
  for (let time = 1; ; time++) {
    const outcome = await triedOnce(sending, calls, whole.signal)
    const { judgement } = outcome
    if (judgement.settles) isInDoubt = false
    isInDoubt ||= judgement.isDoubtful && !sending.isRead
    const waitMs = waitOf(outcome.response?.headers.get('retry-after'), time)
    const mayWait = time < calls.tries && waitMs <= calls.longestWaitMs && !whole.signal.aborted
    if (mayWait && (judgement.mayAgain || (mayRepeat && outcome.response === undefined))) {
      await pause(waitMs, whole.signal).catch((cause: unknown) => {
        throw lost({ cause, isTimeout: true, isInDoubt, idempotencyKey })
      })
      continue
    }
    const { response } = outcome
    if (response === undefined) {
      const { cause, isTimeout } = outcome
      throw lost({ cause, isTimeout: isTimeout || whole.isOver(), isInDoubt, idempotencyKey })
    }
    if (isInDoubt && !response.ok) throw await errorOf(response, { idempotencyKey })
    return response
  }
}

function sendingOf(asked: Request, { pathPrefix }: Calls): Sending {
  const request = new Request(asked)
  const { pathname } = new URL(request.url)
  const isCreating =
    request.method === 'POST' && creations.some((path) => pathname === `${pathPrefix}${path}`)
  if (isCreating && !request.headers.has('idempotency-key')) {
    request.headers.set('idempotency-key', newKey())
  }
  const isRead = request.method === 'GET' || pathname.endsWith('/preview')
  const idempotencyKey = isCreating ? (request.headers.get('idempotency-key') ?? '') : undefined
  return { request, idempotencyKey, isRead, mayRepeat: isRead || isCreating }
}

type Outcome = { readonly judgement: Judgement } & (
  | { readonly response: Response }
  | { readonly response?: never; readonly cause: unknown; readonly isTimeout: boolean }
)

async function triedOnce(sending: Sending, calls: Calls, signal: AbortSignal): Promise<Outcome> {
  const { request, mayRepeat } = sending
  let isTimeout = false
  try {
    const response = await limited(signal, calls.timeoutMs, (limit) =>
      wholeAnswer(request.clone(), limit.signal).finally(() => (isTimeout = limit.isOver())),
    )
    return { response, judgement: await judged(response, mayRepeat) }
  } catch (cause) {
    const wasSent = !wasNeverSent(cause)
    const judgement = { mayAgain: !wasSent, settles: false, isDoubtful: wasSent }
    return { judgement, cause, isTimeout }
  }
}

interface Lost {
  readonly cause: unknown
  readonly isTimeout: boolean
  readonly isInDoubt: boolean
  readonly idempotencyKey: string | undefined
}

function lost({ cause, isTimeout, isInDoubt, idempotencyKey }: Lost) {
  const none = { status: 0, details: [], traceId: '' }
  if (isInDoubt) {
    const message = 'The answer was lost: it is not known whether the request was done.'
    const unknown = { ...none, code: 'OUTCOME_UNKNOWN', message }
    return new OutcomeUnknown(unknown, { cause, idempotencyKey })
  }
  if (isTimeout) {
    const message = 'The API did not answer in time.'
    return new TimedOut({ ...none, code: 'TIMED_OUT', message }, { cause })
  }
  const message = 'The API was not reached, or its answer broke off.'
  return new ConnectionFailed({ ...none, code: 'CONNECTION_FAILED', message }, { cause })
}

/** As long as the answer says, in seconds or by a date that is to come; else twice as long as the last time. */
function waitOf(retryAfter: string | null | undefined, times: number): number {
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
