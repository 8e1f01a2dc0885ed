import { pause, pauseMs, unlessAborted } from '../waiting/timing.ts'
import { asError, isNoSuchPosition } from './errors.ts'
import {
  AnotherLog,
  type LogSubscription,
  PositionNotInLog,
  type Subscription,
} from './event-store.ts'
import type { Following, SubscriptionDependencies } from './following.ts'
import { LogFeed } from './log-feed.ts'
import { START_OF_LOG } from './log-position.ts'
import { watchRevisions } from './revision-watch.ts'
import { watchSilence } from './silence-watch.ts'

const LONGEST_PAUSE_MS = 2_000

/** A subscription that cannot be opened logs it about once a minute. */
const REMIND_EVERY = 30

/** Follows the log over one connection after another; each starts behind the last handled batch. */
export function followLog(
  dependencies: SubscriptionDependencies,
  wanted: LogSubscription,
): Subscription {
  const stop = new AbortController()
  const logger = dependencies.logger.child({ subscription: wanted.name })
  const following: Following = {
    wanted,
    stopping: stop.signal,
    logger,
    place: wanted.after,
    revisions: watchRevisions(dependencies.macs.isNamedAsOurs),
    heardAt: Date.now(),
    down: undefined,
    feed: undefined,
  }
  dependencies.standstills.begin(following)
  const stopWatching = watchSilence(dependencies, following)
  const ended = followUntilStopped(dependencies, following).finally(stopWatching)
  // The subscriber awaits `ended` and reports the error.
  ended.catch((error: unknown) => dependencies.standstills.fail(following, error))
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  ended.then(end, end)
  return {
    ended,
    place: () => following.place,
    lastHeardAt: () => following.heardAt,
    close: async () => {
      if (!hasEnded) dependencies.standstills.close(following)
      stop.abort()
      following.feed?.drop(new Error('closed'))
      await ended.catch(() => undefined)
    },
  }
}

async function followUntilStopped(dependencies: SubscriptionDependencies, following: Following) {
  const { stopping, logger } = following
  const reporter = dependencies.connection.reporter()
  let failures = 0
  let strangeSince: number | undefined
  while (!stopping.aborted) {
    const { hasHeard, reason } = await followOnce(dependencies, following)
    if (stopping.aborted) return
    failures = hasHeard ? 0 : failures + 1
    following.down = { since: following.down?.since ?? Date.now(), reason }
    if (hasHeard) reporter.answered()
    else reporter.failed(reason)
    // A lagging node may not have an event yet that another node has shown.
    if (reason instanceof AnotherLog || reason instanceof PositionNotInLog) {
      strangeSince ??= Date.now()
      const isCertain = reason instanceof AnotherLog && reason.isCertain
      if (isCertain || Date.now() - strangeSince >= dependencies.laggingMs) {
        throw reason instanceof AnotherLog
          ? reason
          : await dependencies.identity.lacksPosition(reason)
      }
    } else {
      strangeSince = undefined
    }
    const position = following.place.position.toString()
    if (failures < 2 || failures % REMIND_EVERY === 0) {
      logger.warn({ err: reason, position }, 'subscription dropped')
    }
    await pause(pauseMs(failures, LONGEST_PAUSE_MS), stopping)
  }
}

async function followOnce(dependencies: SubscriptionDependencies, following: Following) {
  const inUse = dependencies.connection.inUse()
  const opening = openFeed(dependencies, following)
  const opened = await unlessAborted(following.stopping, opening).catch(asError)
  if (opened instanceof Error) return { hasHeard: false, reason: opened }
  const { feed, hasHeard } = opened
  const giveUp = () => feed.drop(asError(inUse.reason))
  inUse.addEventListener('abort', giveUp)
  following.feed = feed
  if (inUse.aborted || following.stopping.aborted) giveUp()
  try {
    await handleAll(feed, following, dependencies)
  } finally {
    inUse.removeEventListener('abort', giveUp)
    feed.drop(new Error('its events are no longer handled'))
  }
  return { hasHeard: hasHeard(), reason: reasonOf(feed, following) }
}

/** Reads the end first. When the store has delivered all it had, the events up to that end are among them. */
async function openFeed(
  { connection, reader, identity, macs, sharedReadings, readTimeoutMs }: SubscriptionDependencies,
  following: Following,
) {
  const { wanted, place } = following
  await identity.check(place, Date.now() + readTimeoutMs)
  // Where the log was set back before its position, new events would stand before it.
  if (place.position > START_OF_LOG) await reader.logBehind({ ...place, lastEvent: undefined }, 1)
  const node = await connection.node()
  const end = await reader.placeAtEnd()
  if (following.stopping.aborted) throw new Error('closed')
  let hasHeard = false
  const heard = () => {
    hasHeard = true
    following.heardAt = Date.now()
    following.down = undefined
    connection.heard()
  }
  async function caughtUp() {
    heard()
    // Another node may lag behind that end.
    if (end !== undefined && (await connection.node()) === node) feed.nothingUpTo(end)
  }
  const feed = new LogFeed(connection.client(), {
    wanted,
    after: place,
    macs,
    sharedReadings,
    heard,
    caughtUp: () => void caughtUp().catch((error: unknown) => feed.drop(asError(error))),
  })
  return { feed, hasHeard: () => hasHeard }
}

const reasonOf = ({ dropReason }: LogFeed, { place }: Following) =>
  isNoSuchPosition(dropReason)
    ? new PositionNotInLog(place.position, { cause: dropReason })
    : asError(dropReason)

async function handleAll(
  feed: LogFeed,
  following: Following,
  { neighbours, identity, clock }: SubscriptionDependencies,
) {
  const { wanted, revisions } = following
  for (let batch = await feed.next(); batch !== undefined; batch = await feed.next()) {
    const events = await neighbours.apart(batch.events, wanted).catch(asError)
    if (events instanceof Error) return feed.drop(events)
    const leftOut = revisions.see(events)
    if (leftOut !== undefined) return feed.drop(leftOut)
    clock?.read(events)
    await wanted.handle(events, batch.upTo)
    following.place = batch.upTo
    identity.seen(batch.upTo.lastEvent)
  }
}
