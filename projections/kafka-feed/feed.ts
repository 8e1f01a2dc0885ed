import { randomUUID } from 'node:crypto'
import { BEFORE_THE_LOG, type LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { pause, pauseMs, waitAtMost } from '#kernel/platform/timing.ts'
import type { FeedOptions, Run } from './feed-options.ts'
import { placeInLog } from './place-in-log.ts'
import { topics } from './public-events/decision.ts'
import { publish } from './publish-log.ts'
import { signIn, withAdmin } from './sending/admin.ts'
import { reasonOf } from './sending/reason.ts'
import { isFenced, lastTermBy, Overtaken, type Term } from './sending/term.ts'
import { beginThreadedTerm } from './sending/threaded-term.ts'
import { areEmpty, formerPosition, hasFormerPosition, makeTopics } from './sending/topics.ts'
import { SILENT_FOR_MS, standBy } from './stand-by.ts'
import { createStatusBoard, type FeedStatus } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
/** Each new term fences another feed. One that begins terms but publishes nothing steps back. */
const MAX_FRUITLESS_TERMS = 5
const STEP_BACK_MS = SILENT_FOR_MS + LONGEST_PAUSE_MS
const CLOSE_WITHIN_MS = 4_000
const NAME = 'feed'

export interface Feed {
  readonly status: () => FeedStatus
  /** Stops after the current transaction. If that takes too long, the next term settles it. */
  readonly close: () => Promise<void>
}

/** Publishes the log until a later feed takes over. It starts again after any failure. */
export function startFeed(options: FeedOptions): Feed {
  const stopping = new AbortController()
  const board = createStatusBoard()
  const ended = runTerms(options, { board, stop: stopping.signal })
  return {
    status: board.current,
    close: async () => {
      stopping.abort()
      await waitAtMost(CLOSE_WITHIN_MS, ended)
      board.enter('stopped')
    },
  }
}

async function runTerms(options: FeedOptions, run: Run) {
  const { logger, metrics } = options
  const { board, stop } = run
  const holder: Holder = { id: randomUUID(), terms: 0 }
  for (let failures = 0, fruitless = 0; !stop.aborted; ) {
    const startedAt = board.current().position
    const begunBefore = holder.terms
    try {
      await leadOneTerm(options, run, holder)
    } catch (error) {
      if (stop.aborted) return
      const isStuck = board.current().position === startedAt
      failures = isStuck ? failures + 1 : 1
      fruitless = isStuck && holder.terms > begunBefore ? fruitless + 1 : 0
      metrics.failed()
      board.enter('waiting', reasonOf(error))
      if (isFenced(error)) {
        logger.warn('another feed has taken over; standing by')
        board.enter('standingBy', undefined)
        await standBy(options.kafka, stop)
        holder.terms = 0
      } else {
        if (failures === 1 || failures % 12 === 0) {
          logger.warn({ err: error, failures }, `waiting: ${reasonOf(error)}`)
        }
        const stepsBack = fruitless >= MAX_FRUITLESS_TERMS
        await pause(stepsBack ? STEP_BACK_MS : pauseMs(failures, LONGEST_PAUSE_MS), stop)
      }
    }
  }
}

interface Holder {
  /** Identifies this feed in the terms that it begins. */
  readonly id: string
  /** Terms that it has begun since it last stood by. */
  terms: number
}

async function leadOneTerm(options: FeedOptions, run: Run, holder: Holder) {
  const { kafka, connection, eventStore, logger } = options
  await signIn(connection)
  await withAdmin(kafka, async (admin) => {
    await makeTopics(admin, options.topics)
    if (holder.terms === 0 && (await hasFormerPosition(admin))) logger.warn(formerPosition)
  })
  if (holder.terms > 0 && (await lastTermBy(kafka, NAME)) !== holder.id) {
    throw new Overtaken('another feed has begun a later term')
  }
  // A feed that cannot read the log must not fence one that can.
  await eventStore.headOfLog()
  const term = await beginThreadedTerm(connection, { name: NAME, by: holder.id })
  holder.terms += 1
  try {
    const from = await placeInLog(eventStore, term.place ?? (await firstPlace(options, term)))
    run.board.publishing(from.position)
    logger.info({ position: String(from.position) }, 'publishing')
    await publish(options, { ...run, term, from })
  } finally {
    await term.close().catch(() => undefined)
  }
}

/** Commits the start of the log before the first event, so that a failure publishes nothing twice. */
async function firstPlace({ kafka }: FeedOptions, term: Term): Promise<LogPlace> {
  const isFirst = await withAdmin(kafka, (admin) => areEmpty(admin, topics))
  if (!isFirst) throw new Error('the topics hold events, but the position of the feed is lost')
  await term.commit([], BEFORE_THE_LOG)
  return BEFORE_THE_LOG
}
