import type { Standstill } from './event-store.ts'

/** One append that fails may be the network's; after three in a row readiness says so. */
const FAILURES_IN_A_ROW = 3
const TRY_EVERY_MS = 2_000

export interface AppendHealth {
  readonly succeeded: () => void
  readonly failed: (reason: Error) => void
  /** That nothing can be written, and why. */
  readonly standstills: () => readonly Standstill[]
  readonly stop: () => void
}

/**
 * Whether appends succeed. Who is not ready gets no requests, so while they fail it tries by itself; with
 * `atStart` it also tries before the first one.
 */
export function watchAppends(
  tryAppend: () => Promise<unknown>,
  { atStart, isConclusive }: AppendHealthOptions,
): AppendHealth {
  let failures = 0
  let reason: Error | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const health: AppendHealth = {
    succeeded() {
      failures = 0
      reason = undefined
    },
    failed(error) {
      failures = isConclusive(error) ? FAILURES_IN_A_ROW : failures + 1
      reason = error
      if (timer !== undefined || isStopped) return
      timer = setTimeout(attempt, TRY_EVERY_MS)
      timer.unref()
    },
    standstills: () =>
      failures < FAILURES_IN_A_ROW || reason === undefined
        ? []
        : [{ name: 'appends', reason: `event store: appends fail: ${wordsOf(reason)}` }],
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }

  function attempt() {
    timer = undefined
    tryAppend().then(health.succeeded, health.failed)
  }
  if (atStart) attempt()
  return health
}

interface AppendHealthOptions {
  readonly atStart: boolean
  /** Of an error after which the next append fails too. */
  readonly isConclusive: (error: Error) => boolean
}

const wordsOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message
