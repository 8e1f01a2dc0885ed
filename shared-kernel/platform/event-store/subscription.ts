import type { Connection } from './connection.ts'
import { asError } from './errors.ts'
import type { LogSubscription, Subscription } from './event-store.ts'
import type { Following, SubscriptionParts } from './following.ts'
import { LogFeed } from './log-feed.ts'
import { watchSilence } from './silence-watch.ts'
import { pause, pauseMs } from './waiting.ts'

const LONGEST_PAUSE_MS = 5_000

/** A subscription that cannot be opened says so about once a minute. */
const REMIND_EVERY = 12

/** Follows the log over one connection after the other; each starts behind the last batch handled. */
export function followLog(parts: SubscriptionParts, wanted: LogSubscription): Subscription {
  const stop = new AbortController()
  const logger = parts.logger.child({ subscription: wanted.name })
  const following: Following = {
    wanted,
    stopping: stop.signal,
    logger,
    position: wanted.after,
    heardAt: Date.now(),
    feed: undefined,
  }
  const stopWatching = watchSilence(parts, following)
  const ended = followUntilStopped(parts, following).finally(stopWatching)
  ended.catch((error: unknown) => logger.error({ err: error }, 'subscription ended'))
  return {
    ended,
    position: () => following.position,
    lastHeardAt: () => following.heardAt,
    close: async () => {
      stop.abort()
      following.feed?.drop(new Error('closed'))
      await ended.catch(() => undefined)
    },
  }
}

async function followUntilStopped({ connection }: SubscriptionParts, following: Following) {
  const { stopping, logger } = following
  const reporter = connection.reporter()
  let failures = 0
  while (!stopping.aborted) {
    const { hasHeard, reason } = await followOnce(connection, following)
    if (stopping.aborted) return
    failures = hasHeard ? 0 : failures + 1
    if (hasHeard) reporter.answered()
    else reporter.failed(reason)
    const position = following.position.toString()
    if (failures < 2 || failures % REMIND_EVERY === 0) {
      logger.warn({ err: reason, position }, 'subscription dropped')
    }
    await pause(pauseMs(failures, LONGEST_PAUSE_MS), stopping)
  }
}

async function followOnce(connection: Connection, following: Following) {
  let hasHeard = false
  const heard = () => {
    hasHeard = true
    following.heardAt = Date.now()
  }
  const { wanted, position } = following
  const inUse = connection.inUse()
  const feed = new LogFeed(connection.client(), { wanted, after: position, heard })
  const giveUp = () => feed.drop(asError(inUse.reason))
  inUse.addEventListener('abort', giveUp)
  following.feed = feed
  try {
    await handleAll(feed, following)
  } finally {
    inUse.removeEventListener('abort', giveUp)
    feed.drop(new Error('its events are no longer handled'))
  }
  return { hasHeard, reason: asError(feed.dropReason) }
}

async function handleAll(feed: LogFeed, following: Following) {
  for (let batch = await feed.next(); batch !== undefined; batch = await feed.next()) {
    await following.wanted.handle(batch.events, batch.upTo)
    following.position = batch.upTo
  }
}
