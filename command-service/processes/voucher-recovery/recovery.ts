import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Log } from '#command/store/log.ts'
import { type ProcessStates, processStates } from '#command/store/process-state.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { categoryOf, type Decoder, recallUnopened } from '#kernel/platform/recording.ts'
import type { VoucherRepositories } from '../voucher-issuing/repositories.ts'
import { nextAction, type Patience } from './next-action.ts'
import { evolveOpenWork, type OpenVoucher, openWorkFrom, type VoucherStep } from './open-work.ts'
import { recoverVoucher } from './recover-voucher.ts'

const NAME = 'voucher-recovery'
const MAX_BATCH = 500
const LOOK_EVERY_MS = 500
const SAVE_EVERY_MS = 5_000
const RESUBSCRIBE_AFTER_MS = 1_000

export interface RecoveryParts {
  readonly log: Log
  readonly pool: pg.Pool
  readonly repositories: VoucherRepositories
  readonly patience: Patience
  readonly logger: Logger
}

export interface VoucherRecovery {
  /** How many vouchers are on their way. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** What is open, and the position in the log up to which that is so. */
interface Progress {
  work: Map<string, OpenVoucher>
  position: bigint
}

const families = [expenseVoucherEvents, documentLedgerEvents, transactionClaimEvents] as const
const streamPrefixes = families.map(({ category }) => `${category}-`)

const decoderOf = (stream: string): Decoder<VoucherStep> | undefined =>
  families.find(({ category }) => category === categoryOf(stream))

/**
 * Follows the log for vouchers on their way, and brings home those that nobody else does. Where it
 * is, and what is open there, is kept, so that a start does not read the whole log.
 */
export async function startVoucherRecovery(parts: RecoveryParts): Promise<VoucherRecovery> {
  const { pool } = parts
  const states = await processStates(pool)
  const progress = await savedProgress(states)
  const closing = new AbortController()
  const running = Promise.all([
    every(RESUBSCRIBE_AFTER_MS, closing.signal, () => follow(parts, progress, closing.signal)),
    every(LOOK_EVERY_MS, closing.signal, () => lookAfter(parts, progress, closing.signal)),
    every(SAVE_EVERY_MS, closing.signal, () => save(parts, progress, states)),
  ])
  return {
    open: () => progress.work.size,
    async close() {
      closing.abort()
      await running
      await save(parts, progress, states)
    },
  }
}

async function savedProgress(states: ProcessStates): Promise<Progress> {
  const saved = await states.load(NAME)
  const work = openWorkFrom(saved?.state)
  if (saved === undefined || work === undefined) return { work: new Map(), position: 0n }
  return { work: new Map(work), position: saved.position }
}

/** Ends when the subscription does; its caller starts another one. */
async function follow({ log, logger }: RecoveryParts, progress: Progress, signal: AbortSignal) {
  const handle = async (events: readonly StoredEvent[], upTo: bigint) => {
    const steps = recallUnopened(decoderOf, events)
    progress.work = new Map(steps.reduce(evolveOpenWork, progress.work))
    progress.position = upTo
    return Promise.resolve()
  }
  const from = { name: NAME, after: progress.position, streamPrefixes, maxBatch: MAX_BATCH }
  const subscription = log.eventStore.subscribe({ ...from, handle })
  const stop = () => void subscription.close()
  signal.addEventListener('abort', stop)
  await subscription.ended.catch((error: unknown) =>
    logger.error({ err: error }, 'recovery lost the log'),
  )
  signal.removeEventListener('abort', stop)
}

async function lookAfter(parts: RecoveryParts, progress: Progress, signal: AbortSignal) {
  const { log, repositories, patience, logger } = parts
  for (const [voucherId, open] of progress.work) {
    const action = nextAction(open, log.now(), patience)
    if (action === 'wait' || signal.aborted) continue
    try {
      await recoverVoucher(log, repositories, { voucherId, open, action })
      if (progress.work.get(voucherId) === open) progress.work.delete(voucherId)
      logger.info({ voucherId, action }, 'brought a voucher on its way home')
    } catch (error) {
      logger.warn({ err: error, voucherId, action }, 'could not bring a voucher home yet')
    }
  }
}

async function save({ logger }: RecoveryParts, progress: Progress, states: ProcessStates) {
  const { position, work } = progress
  await states
    .save(NAME, { position, state: Object.fromEntries(work) })
    .catch((error: unknown) => logger.warn({ err: error }, 'could not keep where recovery is'))
}

async function every(restMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await pause(restMs, undefined, { signal }).catch(() => undefined)
  }
}
