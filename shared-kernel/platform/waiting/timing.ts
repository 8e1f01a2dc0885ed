const FIRST_PAUSE_MS = 25

/** Pauses double up to a limit, less a random part, so that many callers do not retry at once. */
export function pauseMs(failures: number, limitMs = 1_000): number {
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 20), limitMs)
  return doubled * (0.5 + Math.random() / 2)
}

/** Waits until the time is over or the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(finish, ms)
  signal.addEventListener('abort', finish)
  if (signal.aborted) finish()
  function finish() {
    clearTimeout(timer)
    signal.removeEventListener('abort', finish)
    resolve()
  }
  return promise
}

/** Waits until all that has arrived on the connections of the process by now is read: what it asks for can share a statement. */
export const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** The work's outcome, or an error as soon as the signal is aborted; the work itself continues. */
export async function unlessAborted<Outcome>(
  signal: AbortSignal,
  work: Promise<Outcome>,
): Promise<Outcome> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Waits until the work has succeeded or failed, or the time is over. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([work.catch(() => undefined), pause(ms, patience.signal)])
  patience.abort()
}

/** The answer, or an error if it does not arrive in time. */
export async function answerWithin<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const { promise: overdue, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
