import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import {
  categoryOf,
  type Decoder,
  type Recorded,
  recallUnopened,
} from '#kernel/platform/recording.ts'
import type { Log } from './log.ts'
import { untilOwnLog } from './own-log.ts'
import { type ProcessStates, processStates } from './process-state.ts'

const MAX_BATCH = 500
const LOOK_EVERY_MS = 500
const AT_ONCE = 8
const SAVE_EVERY_MS = 5_000
const RESUBSCRIBE_AFTER_MS = 1_000

/** What is open, by the id of what it is about. It is small: what is done leaves it at once. */
export type OpenWork<Open> = ReadonlyMap<string, Open>

/** What a process sees in the log, and what it does about it. */
export interface OpenWorkProcess<Step, Open> {
  readonly name: string
  readonly families: readonly (Decoder<Step> & { readonly category: string })[]
  /** What was saved as a plain object; undefined when it is not what this version saves. */
  readonly workFrom: (saved: unknown) => OpenWork<Open> | undefined
  /** The to-do list after one more event of the log. */
  readonly evolve: (work: OpenWork<Open>, recorded: Recorded<Step>) => OpenWork<Open>
  /** Takes the step that is due; false when none is yet. Each may be taken twice. */
  readonly bringHome: (id: string, open: Open) => Promise<boolean>
}

export interface ProcessParts {
  readonly log: Log
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface RunningProcess {
  /** How much is open. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

/** What is open, and the place in the log up to which that is so. */
interface Progress<Open> {
  work: Map<string, Open>
  place: LogPlace
}

/**
 * Follows the log for what is open, and brings home what nobody else does. Where it is, and what is
 * open there, is kept, so that a start does not read the whole log.
 */
export async function startProcess<Step, Open>(
  { log, pool, logger: parent }: ProcessParts,
  process: OpenWorkProcess<Step, Open>,
): Promise<RunningProcess> {
  const logger = parent.child({ process: process.name })
  const states = await processStates(pool)
  const progress = await savedProgress(states, process)
  const closing = new AbortController()
  const { signal } = closing
  const running = untilOwnLog(log.eventStore, progress.place, { logger, signal }).then(() =>
    Promise.all([
      every(RESUBSCRIBE_AFTER_MS, signal, () => follow({ log, logger, process, progress, signal })),
      every(LOOK_EVERY_MS, signal, () => lookAfter({ logger, process, progress, signal })),
      every(SAVE_EVERY_MS, signal, () => save(states, { logger, process, progress })),
    ]),
  )
  return {
    open: () => progress.work.size,
    async close() {
      closing.abort()
      await running
      await save(states, { logger, process, progress })
    },
  }
}

interface Run<Step, Open> {
  readonly logger: Logger
  readonly process: OpenWorkProcess<Step, Open>
  readonly progress: Progress<Open>
}

interface StoppableRun<Step, Open> extends Run<Step, Open> {
  readonly signal: AbortSignal
}

async function savedProgress<Step, Open>(
  states: ProcessStates,
  { name, workFrom }: OpenWorkProcess<Step, Open>,
): Promise<Progress<Open>> {
  const saved = await states.load(name)
  const work = workFrom(saved?.state)
  if (saved === undefined || work === undefined) return { work: new Map(), place: BEFORE_THE_LOG }
  return { work: new Map(work), place: saved.place }
}

/** Ends when the subscription does; its caller starts another one. */
async function follow<Step, Open>(run: StoppableRun<Step, Open> & { readonly log: Log }) {
  const { log, logger, process, progress, signal } = run
  const { name, families, evolve } = process
  const decoderOf = (stream: string) =>
    families.find(({ category }) => category === categoryOf(stream))
  const handle = async (events: readonly StoredEvent[], upTo: LogPlace) => {
    const steps = recallUnopened(decoderOf, events)
    progress.work = new Map(steps.reduce(evolve, progress.work))
    progress.place = upTo
    return Promise.resolve()
  }
  const streamPrefixes = families.map(({ category }) => `${category}-`)
  const from = { name, after: progress.place, streamPrefixes, maxBatch: MAX_BATCH }
  const subscription = log.eventStore.subscribe({ ...from, handle })
  const stop = () => void subscription.close()
  signal.addEventListener('abort', stop)
  await subscription.ended.catch((error: unknown) => logger.error({ err: error }, 'lost the log'))
  signal.removeEventListener('abort', stop)
}

/** Several at a time: a provider that keeps one waiting does not keep all the others. */
async function lookAfter<Step, Open>(run: StoppableRun<Step, Open>) {
  const { logger, process, progress, signal } = run
  const entries = progress.work.entries()
  const lane = async () => {
    for (const [id, open] of entries) {
      if (signal.aborted) return
      try {
        const isHome = await process.bringHome(id, open)
        if (isHome && progress.work.get(id) === open) progress.work.delete(id)
      } catch (error) {
        logger.warn({ err: error, id }, 'could not be brought home yet')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function save<Step, Open>(
  states: ProcessStates,
  { logger, process, progress }: Run<Step, Open>,
) {
  const { place, work } = progress
  await states
    .save(process.name, { place, state: Object.fromEntries(work) })
    .catch((error: unknown) => logger.warn({ err: error }, 'could not keep where it is'))
}

async function every(restMs: number, signal: AbortSignal, work: () => Promise<void>) {
  while (!signal.aborted) {
    await work()
    await pause(restMs, undefined, { signal }).catch(() => undefined)
  }
}
