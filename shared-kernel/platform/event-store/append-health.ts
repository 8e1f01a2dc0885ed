import { PositionMissing } from './append-call.ts'
import { emptyWrite } from './append-request.ts'
import { isAccessDenied, NoRight, NoRightToRead } from './errors.ts'
import type { Reader } from './reader.ts'
import type { SharedCall } from './shared-call.ts'
import type { Standstill } from './standstill-report.ts'

/** One attempt that fails may be the network's; after three in a row readiness says so. */
const FAILURES_IN_A_ROW = 3
const TRY_EVERY_MS = 2_000

export interface AppendHealth {
  readonly succeeded: () => void
  /** `attempts`: how often it was tried. */
  readonly failed: (reason: Error, attempts?: number) => void
  /** That nothing can be written, and why. */
  readonly standstills: () => readonly Standstill[]
  readonly stop: () => void
}

interface Watched {
  readonly reader: Pick<Reader, 'readStream'>
  readonly calls: Pick<SharedCall, 'opened'>
  readonly settings: { readonly writes: boolean; readonly appendTimeoutMs: number }
}

/**
 * Whether appends succeed. Who is not ready gets no requests, so while they fail it tries by itself; who
 * writes also tries before the first one.
 */
export function watchAppends({ reader, calls, settings }: Watched): AppendHealth {
  let failures = 0
  let reason: Error | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const health: AppendHealth = {
    succeeded() {
      failures = 0
      reason = undefined
    },
    failed(error, attempts = 1) {
      failures = isConclusive(error) ? FAILURES_IN_A_ROW : failures + attempts
      reason = error
      if (timer !== undefined || isStopped) return
      timer = setTimeout(attempt, TRY_EVERY_MS)
      timer.unref()
    },
    standstills: () =>
      failures < FAILURES_IN_A_ROW || reason === undefined
        ? []
        : [{ name: 'appends', reason: `event store: ${wordsOf(reason)}` }],
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }

  function attempt() {
    timer = undefined
    tryAppend().then(health.succeeded, (error: Error) => health.failed(error))
  }

  /** With what comes before it: who may not read cannot decide what to write. */
  async function tryAppend() {
    const { stream } = emptyWrite
    for (const read of [stream, `$$${stream}`]) {
      await reader.readStream(read, { maxCount: 1 }, Date.now() + settings.appendTimeoutMs)
    }
    const call = await calls.opened()
    await call.attempt(emptyWrite, settings.appendTimeoutMs).catch(unlessPositionMissing)
  }
  if (settings.writes) attempt()
  return health
}

/** 23.10 and 24.10 tell where the log ends, an empty log has no such place. */
function unlessPositionMissing(error: unknown) {
  if (!(error instanceof PositionMissing)) throw error
}

/** After it the next append fails, too. */
const isConclusive = (error: Error) => isAccessDenied(error) || error instanceof NoRight

function wordsOf(error: Error): string {
  const { message, cause } = error
  if (error instanceof NoRightToRead) return message
  const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : ''
  return `appends fail: ${message}${why}`
}
