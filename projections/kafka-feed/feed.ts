import { pause, pauseMs, waitAtMost } from '#kernel/platform/event-store/waiting.ts'
import type { FeedOptions, Run } from './feed-options.ts'
import { topics } from './public-events/decision.ts'
import { publish } from './publish-log.ts'
import { withAdmin } from './sending/admin.ts'
import { isFenced, type Term } from './sending/term.ts'
import { beginThreadedTerm } from './sending/threaded-term.ts'
import { areEmpty, makeTopics } from './sending/topics.ts'
import { standBy } from './stand-by.ts'
import { createStatusBoard, type FeedStatus } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
const CLOSE_WITHIN_MS = 4_000
const NAME = 'feed'

export interface Feed {
  readonly status: () => FeedStatus
  /** Stops after the transaction in hand; one that takes too long is left to the next term. */
  readonly close: () => Promise<void>
}

/** Publishes the log, for as long as no later feed does; starts over on any failure. */
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
  for (let failures = 0; !stop.aborted; ) {
    const startedAt = board.current().position
    try {
      await serveOneTerm(options, run)
    } catch (error) {
      if (stop.aborted) return
      failures = board.current().position === startedAt ? failures + 1 : 1
      metrics.failed()
      board.enter('waiting', messageOf(error))
      if (isFenced(error)) {
        logger.warn('another feed has taken over; standing by')
        board.enter('standingBy', undefined)
        await standBy(options.kafka, stop)
      } else {
        if (failures === 1 || failures % 12 === 0) logger.warn({ err: error, failures }, 'waiting')
        await pause(pauseMs(failures, LONGEST_PAUSE_MS), stop)
      }
    }
  }
}

async function serveOneTerm(options: FeedOptions, run: Run) {
  const { kafka, connection, logger } = options
  await withAdmin(kafka, (admin) => makeTopics(admin, options.topics))
  const term = await beginThreadedTerm(connection, NAME)
  try {
    const from = term.position ?? (await firstPosition(options, term))
    run.board.publishing(from)
    logger.info({ position: String(from) }, 'publishing')
    await publish(options, { ...run, term, from })
  } finally {
    await term.close().catch(() => undefined)
  }
}

/** Written down before anything is published: what was published without it would come twice. */
async function firstPosition({ kafka }: FeedOptions, term: Term): Promise<bigint> {
  const isFirst = await withAdmin(kafka, (admin) => areEmpty(admin, topics))
  if (!isFirst) throw new Error('the topics hold events, but the position of the feed is lost')
  await term.commit([], 0n)
  return 0n
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
