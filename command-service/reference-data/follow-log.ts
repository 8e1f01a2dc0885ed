import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { publishPosition } from '#command/reference-data/followers.ts'
import type { ReadAtStart } from '#command/reference-data/read-at-start.ts'
import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'

const LONGEST_PAUSE_MS = 5_000
/** The service is not ready before the head is known. */
const LONGEST_PAUSE_BEFORE_START_MS = 1_000

interface LogSources {
  readonly eventStore: EventStore
  readonly pool: pg.Pool
  readonly logger: Logger
}

/** A consumer that keeps data of the log in memory. */
export interface LogFollower {
  /** Under which its position is published, so that others can wait for it. */
  readonly name: string
  /** What it keeps, as messages call it. */
  readonly what: string
  readonly streamPrefixes: readonly string[]
  /** Reads what is there for it, instead of the log from its beginning. */
  readonly readAtStart: ReadAtStart
  readonly maxBatch: number
  /** Takes in events, in the order of the log. */
  readonly take: (events: readonly StoredEvent[]) => Promise<void>
}

export interface FollowedLog {
  /** Resolves when all that stood in the log at the start is taken in; rejects when closed before. */
  readonly caughtUp: Promise<void>
  readonly close: () => Promise<void>
}

/** Follows the log until it is closed, with all that stood in it before; after a failure it continues where it was. */
export function followLog(sources: LogSources, follower: LogFollower): FollowedLog {
  const { name, what } = follower
  const { pool, logger } = sources
  const caughtUp = Promise.withResolvers<void>()
  const closing = new AbortController()
  const { signal: stop } = closing
  const { position, lastTaken, work } = takeIn(sources, follower, {
    stop,
    caughtUp: () => caughtUp.resolve(),
  })
  const publication = publishPosition({
    pool,
    logger,
    name: `${name}/${randomUUID()}`,
    position,
    lastTaken,
  })
  caughtUp.promise.catch(() => undefined)

  return {
    caughtUp: caughtUp.promise,
    close: async () => {
      closing.abort()
      caughtUp.reject(new Error(`the ${what} were closed before they had caught up`))
      await work
      await publication.close()
    },
  }
}

interface Until {
  readonly stop: AbortSignal
  readonly caughtUp: () => void
}

function takeIn(
  { eventStore, logger }: LogSources,
  { name, what, streamPrefixes, readAtStart, maxBatch, take }: LogFollower,
  { stop, caughtUp }: Until,
) {
  let head: LogPosition | undefined
  let place = BEFORE_THE_LOG
  let lastTaken = place.position

  const reportIfCaughtUp = () => {
    if (head !== undefined && place.position >= head) caughtUp()
  }

  async function handle(events: readonly StoredEvent[], upTo: LogPlace) {
    await take(events)
    place = upTo
    lastTaken = events.at(-1)?.position ?? lastTaken
    reportIfCaughtUp()
  }

  async function followFromPlace() {
    const standing = place === BEFORE_THE_LOG ? await readAtStart(eventStore) : undefined
    if (standing !== undefined) await handle(standing.events, standing.upTo)
    const wanted = { name, streamPrefixes, maxBatch, handle, after: place }
    await follow(eventStore, wanted, { stop })
  }

  const following = keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    attempt: followFromPlace,
    progress: () => place,
    failed(error) {
      logger.error({ err: error, position: place.position.toString() }, `${what}: starting again`)
      return undefined
    },
  })

  async function findHead() {
    head = await headOf(eventStore, stop)
    reportIfCaughtUp()
  }

  return {
    position: () => place.position,
    lastTaken: () => lastTaken,
    work: Promise.all([following, findHead()]),
  }
}

const headOf = ({ headOfLog }: EventStore, stop: AbortSignal) =>
  keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_BEFORE_START_MS,
    attempt: headOfLog,
    failed: () => undefined,
  })
