import type { Logger } from '../process/logger.ts'
import { waitAtMost } from '../waiting/timing.ts'
import { createAppender } from './appender.ts'
import { createConnection } from './connection.ts'
import { readWholeStream } from './damaged-stream.ts'
import {
  type AnotherLog,
  type EventMacs,
  type EventStore,
  EventStoreUnavailable,
  type LogRead,
  type LogSubscription,
  type StoredEvent,
  type Subscription,
} from './event-store.ts'
import { findDamagedStreams } from './find-damaged-streams.ts'
import { watchLeader } from './leader-watch.ts'
import { createLogIdentity } from './log-identity.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import { watchDamages } from './met-damages.ts'
import { createNeighbours, type Neighbours } from './neighbours.ts'
import { watchNode } from './node-watch.ts'
import { createReader, type Reader, type ReaderSettings } from './reader.ts'
import { watchServerClock } from './server-clock.ts'
import { sharedCall } from './shared-call.ts'
import { createSharedReadings } from './shared-reading.ts'
import { watchStandstills } from './standstill.ts'
import { followLog } from './subscription.ts'

export interface EventStoreOptions {
  /** `esdb://…`, as the official client takes it. */
  readonly url: string
  readonly logger: Logger
  /** Sign and recognise our events; the vault creates them. */
  readonly macs: EventMacs
  /** How long one attempt to append may go unanswered. */
  readonly appendTimeoutMs?: number
  /** How long a read may be silent. */
  readonly readTimeoutMs?: number
  /** For how long an append with an unknown outcome, or a failing read, is retried. */
  readonly resolveWithinMs?: number
  /** How long a subscription may be silent before it is compared with the log. */
  readonly silenceMs?: number
  /** How long a node may be silent before it is probed, and how long the probe may take. */
  readonly quietMs?: number
  /** How often a client looks whether it is at the leader of a cluster. */
  readonly leaderMs?: number
  /** How long a node may lack an event seen on another node before its log counts as another log. */
  readonly laggingMs?: number
  /** How long a follower may make no progress, or have no connection, before it is reported. */
  readonly standstillMs?: number
  /** Whether the right to write is tried at once, and not only by the first append, and clocks are compared. */
  readonly writes?: boolean
  /** What is known of the log from elsewhere: while it was set back, every append is refused. */
  readonly setBack?: (() => AnotherLog | undefined) | undefined
  /** How long `close` waits for the current batches and appends. */
  readonly closeTimeoutMs?: number
}

const defaults = {
  appendTimeoutMs: 2_500,
  readTimeoutMs: 5_000,
  resolveWithinMs: 8_000,
  silenceMs: 10_000,
  quietMs: 2_000,
  leaderMs: 30_000,
  laggingMs: 10_000,
  standstillMs: 10_000,
  closeTimeoutMs: 5_000,
  writes: false,
  setBack: undefined,
}

/** The events in streams that are named as ours, whoever wrote them. */
async function* named({ readLog }: Pick<Reader, 'readLog'>, behind: LogPosition) {
  for await (const page of readLog(behind)) yield* page
}

async function* apart(
  neighbours: Neighbours,
  pages: AsyncIterable<readonly StoredEvent[]>,
  which: LogRead = {},
) {
  for await (const page of pages) yield* await neighbours.apart(page, which)
}

/** Until it has ended. */
function kept(subscriptions: Set<Subscription>, subscription: Subscription) {
  const forget = () => subscriptions.delete(subscription)
  subscriptions.add(subscription)
  subscription.ended.then(forget, forget)
  return subscription
}

/** The only client of the log. Connects when first used. */
export function connectEventStore({
  url,
  logger,
  macs,
  ...options
}: EventStoreOptions): EventStore {
  const settings = { ...defaults, ...options }
  const connection = createConnection(url, logger)
  const denied: ReaderSettings['denied'] = (error) => appender.denied(error)
  const reader = createReader(connection, { ...settings, macs, denied })
  const neighbours = createNeighbours(reader, logger)
  const log = { ...reader, readLog: (behind: LogPosition) => named(reader, behind) }
  const identity = createLogIdentity(log, macs, settings.setBack)
  const clock = settings.writes ? watchServerClock(url, logger) : undefined
  const deadlineMs = () => Date.now() + settings.appendTimeoutMs
  const calls = sharedCall(connection, () => identity.confirm(deadlineMs()))
  const parts = { connection, reader, identity, macs, clock }
  const appender = createAppender({ ...parts, calls, settings, logger })
  const sharedReadings = createSharedReadings(macs)
  const subscriptions = new Set<Subscription>()
  const standstills = watchStandstills({ reader, standstillMs: settings.standstillMs, logger })
  const stopWatching = watchNode({
    connection,
    quietMs: settings.quietMs,
    isAwaited: () => subscriptions.size > 0 || connection.longestWaitMs() > 0,
  })
  const stopLooking = watchLeader({ url, connection, leaderMs: settings.leaderMs })

  const following = { standstills, ...parts, neighbours }
  function subscribe(wanted: LogSubscription) {
    if (connection.closed.aborted) throw new EventStoreUnavailable('the event store is closed')
    const sources = { ...following, sharedReadings, logger, ...settings }
    return kept(subscriptions, followLog(sources, wanted))
  }

  const readStream: EventStore['readStream'] = (...read) =>
    readWholeStream({ reader, macs }, ...read)
  return {
    ...watchDamages({ append: appender.append, readStream }, logger),
    readLog: (behind, which = {}) => apart(neighbours, reader.readLog(behind, which), which),
    readLogBack: (which) => apart(neighbours, reader.readLogBack(which)),
    eventAt: reader.eventAt,
    headOfLog: async () => (await reader.lastInLog())?.position ?? START_OF_LOG,
    checkPlace: (place) => identity.check(place),
    anotherLog: identity.anotherLog,
    lastSeen: identity.lastSeen,
    subscribe,
    damagedStreams: () => findDamagedStreams({ reader, macs }),
    standstills: () => [...appender.standstills(), ...standstills.standstills()],
    clockOffsetMs: () => clock?.offsetMs() ?? 0,
    close: async () => {
      stopWatching()
      stopLooking()
      clock?.stop()
      standstills.stop()
      const ends = [...subscriptions].map((subscription) => subscription.close())
      await waitAtMost(settings.closeTimeoutMs, Promise.all([...ends, appender.close()]))
      await connection.close()
    },
  }
}
