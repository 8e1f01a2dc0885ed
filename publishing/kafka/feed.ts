import { randomUUID } from 'node:crypto'
import type { Kafka } from 'kafkajs'
import {
  AnotherLog,
  BEFORE_THE_LOG,
  type EventStore,
  type LogPlace,
} from '#kernel/platform/event-store/event-store.ts'
import { reasonOf } from '#kernel/platform/kafka/reason.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { waitAtMost } from '#kernel/platform/waiting/timing.ts'
import type { FeedOptions, FeedRun } from './feed-options.ts'
import { foundAgain, PositionSetBack } from './found-again.ts'
import { lookForProgress } from './look-for-progress.ts'
import { placeInLog } from './place-in-log.ts'
import { publish } from './publish-log.ts'
import { registerSchemas } from './schema-registry.ts'
import { signIn, withAdmin } from './sending/admin.ts'
import { areEmpty } from './sending/described-topics.ts'
import { isFenced, isOvertaken, Overtaken } from './sending/term.ts'
import { beginThreadedTerm, type FeedTerm } from './sending/threaded-term.ts'
import {
  checkTopics,
  endsOf,
  ownTopics,
  PositionLost,
  TopicDamaged,
} from './sending/topic-check.ts'
import { checkFeed } from './sending/topic-watch.ts'
import { feedTopics, POSITION_TOPIC } from './sending/topics.ts'
import { SILENT_FOR_MS, standBy, untilRepaired, untilRestored } from './stand-by.ts'
import { createStatusBoard, type FeedStatus } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
/** Each new term fences another feed. One that begins terms but publishes nothing steps back. */
const MAX_FRUITLESS_TERMS = 5
const STEP_BACK_MS = SILENT_FOR_MS + LONGEST_PAUSE_MS
const CLOSE_WITHIN_MS = 4_000
const NAME = 'feed'
/** Kafka fences a producer in both cases, and the last term tells. */
const EXPIRED = 'Kafka ended a transaction of this feed that took too long'

export interface Feed {
  readonly status: () => FeedStatus
  /** Stops after the current transaction. If that takes too long, the next term settles it. */
  readonly close: () => Promise<void>
}

/** Publishes the log until a later feed takes over. It starts again after any failure. */
export function startFeed(options: FeedOptions): Feed {
  const stopping = new AbortController()
  const board = createStatusBoard()
  const { schemaRegistryUrl: url, logger } = options
  const registered =
    url === undefined ? Promise.resolve() : registerSchemas({ url, logger, stop: stopping.signal })
  const run = { board, stop: stopping.signal }
  const ended = Promise.all([registered, runTerms(options, run), lookForProgress(options, run)])
  return {
    status: board.current,
    close: async () => {
      stopping.abort()
      await waitAtMost(CLOSE_WITHIN_MS, ended)
      board.enter('stopped')
    },
  }
}

async function runTerms(options: FeedOptions, run: FeedRun) {
  const { logger, metrics } = options
  const { board, stop } = run
  const holder: Holder = {
    id: randomUUID(),
    terms: 0,
    place: undefined,
    committed: undefined,
  }
  const position = () => board.current().position
  let begun = { position: position(), terms: 0 }
  let fruitless = 0
  await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt() {
      begun = { position: position(), terms: holder.terms }
      return leadOneTerm(options, run, holder)
    },
    progress: position,
    async failed(error, failures) {
      const isFruitless = position() === begun.position && holder.terms > begun.terms
      fruitless = isFruitless ? fruitless + 1 : 0
      metrics.failed()
      board.enter('waiting', reasonOf(error))
      if (await hasWaited(error, options, { ...run, holder })) return 0
      if (failures === 1 || failures % 12 === 0) {
        logger.warn({ err: error, failures }, `waiting: ${reasonOf(error)}`)
      }
      return fruitless >= MAX_FRUITLESS_TERMS ? STEP_BACK_MS : undefined
    },
  })
}

/** Where it is known what has to happen first, it waits for that. */
async function hasWaited(
  error: unknown,
  options: FeedOptions,
  { board, holder, stop }: FeedRun & { readonly holder: Holder },
): Promise<boolean> {
  const { kafka, logger } = options
  if (error instanceof TopicDamaged) {
    board.enter('topicDamaged')
    logger.error({ err: error }, `topicDamaged: ${reasonOf(error)}`)
    await untilRepaired(options, NAME, { by: holder.id, expected: error.expected, stop })
    return true
  }
  if (error instanceof AnotherLog && holder.place !== undefined) {
    board.enter(error.state)
    logger.error({ err: error }, reasonOf(error))
    const { place } = holder
    await untilRestored(kafka, () => isInLog(options.eventStore, place), stop)
    return true
  }
  if (error instanceof PositionSetBack) {
    const { id, position: at } = error.published
    board.enter('positionSetBack')
    logger.error({ err: error }, reasonOf(error))
    const isThere = async () => (await options.eventStore.eventAt(at))?.id === id
    await untilRestored(kafka, isThere, stop)
    return true
  }
  if (!isFenced(error)) return false
  if (!(await isKnownToBeOvertaken(kafka, holder))) {
    board.enter('waiting', EXPIRED)
    return false
  }
  logger.warn('another feed has taken over; standing by')
  board.enter('standingBy', undefined)
  await standBy(kafka, NAME, { board, stop })
  holder.terms = 0
  return true
}

const isKnownToBeOvertaken = (kafka: Kafka, { id }: Holder): Promise<boolean> =>
  isOvertaken(kafka, { name: NAME, by: id }).catch(() => false)

const isInLog = (eventStore: EventStore, place: LogPlace) =>
  placeInLog(eventStore, place).then(() => true)

interface Holder {
  /** Identifies this feed in the terms that it begins. */
  readonly id: string
  /** Terms that it has begun since it last stood by. */
  terms: number
  /** What was published when its last term began, which the log must hold. */
  place: LogPlace | undefined
  /** What it has committed last. */
  committed: LogPlace | undefined
}

async function leadOneTerm(options: FeedOptions, run: FeedRun, holder: Holder) {
  const { kafka, connection, eventStore, logger } = options
  await signIn(connection)
  await checkFeed(kafka, {})
  await withAdmin(kafka, (admin) => ownTopics(admin, [POSITION_TOPIC], options.topics))
  if (holder.terms > 0 && (await isOvertaken(kafka, { name: NAME, by: holder.id }))) {
    throw new Overtaken('another feed has begun a later term')
  }
  // A feed that cannot read the log must not fence one that can.
  await eventStore.headOfLog()
  const term = await beginThreadedTerm(connection, { name: NAME, by: holder.id })
  holder.terms += 1
  try {
    const { place, ends } = await preparedTopics(options, term)
    holder.place = place
    if (holder.committed !== undefined && place.position < holder.committed.position) {
      const [from, to] = [String(holder.committed.position), String(place.position)]
      logger.error({ from, to }, 'positionSetBack: Kafka lost what was committed; it is sent again')
    }
    const from = await placeInLog(eventStore, place)
    run.board.publishing(from.position)
    logger.info({ position: String(from.position) }, 'publishing')
    await publish(options, { ...run, term: noting(term, holder), from, ends })
  } finally {
    await term.close().catch(() => undefined)
  }
}

const noting = (term: FeedTerm, holder: Holder): FeedTerm => ({
  ...term,
  commit: async (messages, checkpoint) => {
    const ends = await term.commit(messages, checkpoint)
    holder.committed = checkpoint.place
    return ends
  },
})

/** A topic that a later version of the feed adds is incomplete until a backfill has filled it. */
const noEnds = Object.fromEntries(feedTopics.map((topic) => [topic, []]))

/**
 * Makes the topics before the first event; one that is gone later is damaged. Commits the start of
 * the log before the first event, so that a failure publishes nothing twice.
 */
async function preparedTopics(options: FeedOptions, term: FeedTerm) {
  const { kafka, topics: settings, logger } = options
  const checkpoint = term.checkpoint && {
    ...term.checkpoint,
    ends: { ...noEnds, ...term.checkpoint.ends },
  }
  return withAdmin(kafka, async (admin) => {
    if (checkpoint !== undefined) {
      await checkTopics(admin, checkpoint)
    } else if (!(await areEmpty(admin, feedTopics))) throw new PositionLost()
    const warnings = await ownTopics(admin, feedTopics, settings)
    for (const { topic, found, cure } of warnings) logger.warn(`${topic}: ${found}; ${cure}`)
    const ends = await endsOf(admin, feedTopics)
    const { place, unfinished } = checkpoint
      ? await foundAgain(options, checkpoint, ends)
      : { place: BEFORE_THE_LOG, unfinished: [] }
    await term.commit([], { place, ends, unfinished })
    await checkTopics(admin, { ends, unfinished })
    return { place, ends }
  })
}
