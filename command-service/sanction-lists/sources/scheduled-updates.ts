import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { inBackground } from '#kernel/platform/waiting/background.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import type { SourceFailureReason } from './source-failed.ts'
import { hashOfAddress, type SourceState, type SourceStates } from './source-states.ts'
import { updatesUnderLease } from './update-lists.ts'
import type { ListSummary } from './update-report.ts'

const LOOK_EVERY_MS = 60_000
const FETCH_EVERY_SECONDS = 6 * 60 * 60
/** A source that failed, or whose answer was not read to its end, is asked again sooner. */
const AGAIN_AFTER_SECONDS = 30 * 60

export interface UpdateOrder {
  readonly databaseUrl: string
  readonly eventStoreUrl: string
  readonly vaultKey: Uint8Array
  readonly sources: readonly SanctionSource[]
}

export type FromThread =
  | {
      readonly kind: 'failed'
      readonly list: string
      readonly reason: SourceFailureReason
      readonly line: string
    }
  | ({ readonly kind: 'updated' } & ListSummary)
  | { readonly kind: 'broken'; readonly line: string }

interface Scheduling extends UpdateOrder {
  readonly pool: pg.Pool
  readonly states: SourceStates
  readonly logger: Logger
  readonly lookEveryMs?: number
}

/** Fetches each list when it is due. Of all instances one does, under a lease. */
export async function scheduleUpdates({ pool, states, logger, ...scheduling }: Scheduling) {
  const { lookEveryMs = LOOK_EVERY_MS, ...order } = scheduling
  const underLease = await updatesUnderLease(pool, logger)
  const due = async () => {
    const known = await states.all()
    return order.sources.filter((source) => isDue(source, known.get(source.list)))
  }
  return inBackground((closing) =>
    every(lookEveryMs, closing, async () => {
      try {
        if ((await due()).length === 0) return
        await underLease(async (lost) => {
          // Another instance may have fetched them while this one waited for the lease.
          const sources = await due()
          const signal = AbortSignal.any([closing, lost])
          if (sources.length > 0) await inThread({ ...order, sources }, { logger, signal })
        })
      } catch (error) {
        logger.warn({ err: error }, 'the sanction lists could not be updated')
      }
    }),
  )
}

function isDue({ url }: SanctionSource, state: SourceState | undefined): boolean {
  if (state?.secondsSinceCheck == null || state.checkedHash !== hashOfAddress(url)) return true
  const isWell = state.failure === null && !state.isUnfinished
  const after = isWell ? FETCH_EVERY_SECONDS : AGAIN_AFTER_SECONDS
  return state.secondsSinceCheck >= after
}

interface Watching {
  readonly logger: Logger
  readonly signal: AbortSignal
}

async function inThread(order: UpdateOrder, { logger, signal }: Watching): Promise<void> {
  const thread = new Worker(new URL('./update-thread.ts', import.meta.url), { workerData: order })
  thread.on('message', (message: FromThread) => {
    const { kind, ...content } = message
    if (kind === 'updated') logger.info(content, 'sanction list fetched')
    else logger.warn(content, 'a sanction list could not be updated')
  })
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    // Rejects with the error that ended the thread.
    await once(thread, 'exit')
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
