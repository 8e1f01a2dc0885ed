import type pg from 'pg'
import type { Logger } from 'pino'
import { categoryOf } from '#kernel/events/category-of.ts'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import {
  type Decoder,
  decodeWithoutKeys,
  type Recorded,
  withoutForged,
} from '#kernel/platform/recording/event-codec.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import { leasesIn } from './leases.ts'
import type { Log } from './log.ts'
import { untilOwnLog } from './own-log.ts'
import { type ProcessStates, processStates } from './process-state.ts'
import type { RunningProcesses } from './running-processes.ts'

const MAX_BATCH = 500
const LOOK_EVERY_MS = 500
const SAVE_EVERY_MS = 5_000
const RESUBSCRIBE_AFTER_MS = 1_000
/** How long the open work waits after the instance that holds the lease has died. */
const LEASE_MS = 3_000
const STAND_BY_MS = 500
/** A step whose event does not come by then recorded nothing, perhaps because something else was first. */
const TAKE_AGAIN_AFTER_MS = 60_000

/** The open work, by the id of its subject. It is small, because finished work is removed at once. */
export type OpenWork<Open> = ReadonlyMap<string, Open>

/** The events that a process follows, and the steps that it takes. */
export interface ProcessDefinition<Step, Open extends object> {
  readonly name: string
  readonly families: readonly (Decoder<Step> & { readonly category: string })[]
  /** Reads the saved work; undefined if another version saved it in another form. */
  readonly workFrom: (saved: unknown) => OpenWork<Open> | undefined
  /** The open work after one more event of the log. */
  readonly evolve: (work: OpenWork<Open>, recorded: Recorded<Step>) => OpenWork<Open>
  /**
   * Takes the step that is due; false when none is due yet. Each may be taken twice. A step that leaves no event gives
   * the entry that it leaves.
   */
  readonly resume: (id: string, open: Open) => Promise<boolean | Open>
}

export interface ProcessManagerDependencies {
  readonly log: Log
  readonly pool: pg.Pool
  readonly logger: Logger
  readonly processes: Pick<RunningProcesses, 'isRunning' | 'clockFault'>
  readonly takeAgainAfterMs?: number
}

export interface ProcessManager extends Background {
  /** The number of open entries; 0 if another instance holds the lease. */
  readonly open: () => number
}

/** The open work, and the place in the log that it has reached. */
interface Progress<Open extends object> {
  work: OpenWork<Open>
  place: LogPlace
  /** Whether its step has just been taken. The entry stays until the step's event arrives, which builds on it. */
  readonly isTaken: (open: Open) => boolean
  readonly taken: (open: Open) => void
}

/**
 * Follows the log for open work, and resumes what a crash has interrupted. It saves its position with
 * the open work, so that a start does not read the whole log. One instance works, under a lease; the
 * others stand by.
 */
export async function startProcessManager<Step, Open extends object>(
  dependencies: ProcessManagerDependencies,
  process: ProcessDefinition<Step, Open>,
): Promise<ProcessManager> {
  const { log, pool, processes, takeAgainAfterMs = TAKE_AGAIN_AFTER_MS } = dependencies
  const logger = dependencies.logger.child({ process: process.name })
  const states = await processStates(pool)
  const leases = await leasesIn(pool, { logger, leaseMs: LEASE_MS })
  let progress: Progress<Open> | undefined

  async function lead(closing: AbortSignal, lost: AbortSignal) {
    progress = await savedProgress(states, process, takeAgainAfterMs)
    const term = new AbortController()
    const signal = AbortSignal.any([closing, lost, term.signal])
    const run = { log, logger, process, progress, signal }
    const clockMustBeRight = async () => {
      if (processes.clockFault() !== undefined) term.abort()
      return Promise.resolve()
    }
    await untilOwnLog(log.eventStore, progress.place, { logger, signal })
    try {
      await Promise.all([
        every(RESUBSCRIBE_AFTER_MS, signal, () => followOnce(run)),
        every(LOOK_EVERY_MS, signal, () => dispatchDue(run)),
        every(SAVE_EVERY_MS, signal, () => save(states, run)),
        every(LOOK_EVERY_MS, signal, clockMustBeRight),
      ])
    } finally {
      // The next term begins its own loops.
      term.abort()
    }
    if (!lost.aborted) await save(states, run)
    progress = undefined
  }

  async function tryToLead(closing: AbortSignal) {
    if (processes.clockFault() !== undefined) return
    await leases
      .whileHeld(`process/${process.name}`, (lost) => lead(closing, lost))
      .catch((error: unknown) => logger.warn({ err: error }, 'the open work waits'))
  }

  return {
    open: () => (progress === undefined ? 0 : openIn(progress)),
    ...inBackground((closing) => every(STAND_BY_MS, closing, () => tryToLead(closing))),
  }
}

const openIn = <Open extends object>({ work, isTaken }: Progress<Open>) =>
  [...work.values()].filter((open) => !isTaken(open)).length

interface Run<Step, Open extends object> {
  readonly logger: Logger
  readonly process: ProcessDefinition<Step, Open>
  readonly progress: Progress<Open>
}

interface StoppableRun<Step, Open extends object> extends Run<Step, Open> {
  readonly signal: AbortSignal
}

async function savedProgress<Step, Open extends object>(
  states: ProcessStates,
  { name, workFrom }: ProcessDefinition<Step, Open>,
  takeAgainAfterMs: number,
): Promise<Progress<Open>> {
  const saved = await states.load(name)
  const work = workFrom(saved?.state)
  const takenAt = new WeakMap<Open, number>()
  const steps = {
    isTaken: (open: Open) =>
      performance.now() - (takenAt.get(open) ?? -Infinity) < takeAgainAfterMs,
    taken: (open: Open) => void takenAt.set(open, performance.now()),
  }
  if (saved === undefined || work === undefined) {
    return { work: new Map(), place: BEFORE_THE_LOG, ...steps }
  }
  return { work, place: saved.place, ...steps }
}

/** Ends when the subscription does; its caller starts another one. */
async function followOnce<Step, Open extends object>(
  run: StoppableRun<Step, Open> & { readonly log: Log },
) {
  const { log, logger, process, progress, signal } = run
  const { name, families, evolve } = process
  const decoderOf = (stream: string) =>
    families.find(({ category }) => category === categoryOf(stream))
  const handle = async (events: readonly StoredEvent[], upTo: LogPlace) => {
    const steps = decodeWithoutKeys(decoderOf, withoutForged(events, logger))
    progress.work = steps.reduce(evolve, progress.work)
    progress.place = upTo
    return Promise.resolve()
  }
  const streamPrefixes = families.map(({ category }) => `${category}-`)
  const from = { name, after: progress.place, streamPrefixes, maxBatch: MAX_BATCH }
  await follow(log.eventStore, { ...from, handle }, { stop: signal }).catch((error: unknown) =>
    logger.error({ err: error }, 'the subscription to the log ended'),
  )
}

/** Several at a time: a provider that keeps one waiting does not delay all the others. */
async function dispatchDue<Step, Open extends object>(run: StoppableRun<Step, Open>) {
  const { logger, process, progress, signal } = run
  await mapConcurrently(progress.work, async ([id, open]) => {
    if (signal.aborted || progress.isTaken(open)) return
    try {
      const taken = await process.resume(id, open)
      if (taken === false || progress.work.get(id) !== open) return
      if (taken === true) progress.taken(open)
      else progress.work = new Map(progress.work).set(id, taken)
    } catch (error) {
      logger.warn({ err: error, id }, 'a step failed, and will be tried again')
    }
  })
}

async function save<Step, Open extends object>(
  states: ProcessStates,
  { logger, process, progress }: Run<Step, Open>,
) {
  const { place, work } = progress
  await states
    .save(process.name, { place, state: Object.fromEntries(work) })
    .catch((error: unknown) => logger.warn({ err: error }, 'the position could not be saved'))
}
