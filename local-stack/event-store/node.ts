import { type Client, DatabaseError, type Pool } from 'pg'
import { NeedsSomebody, unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import type { ServerVersion } from '#kernel/platform/event-store/server-versions.ts'
import { type Logger, silentLogger } from '#kernel/platform/process/logger.ts'
import { type Access, openToAll } from './protocol/access.ts'
import type { ClusterMember } from './protocol/gossip.ts'
import type { SizeLimits } from './protocol/proposals.ts'
import { createProtocolServer, type ServerFigures, type ServerIdentity } from './protocol/server.ts'
import type { LogSource } from './reading/subscribe-log.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { behaviourOf } from './server-behaviour.ts'
import { comparison } from './storage/comparison.ts'
import { openOwnerConnection, openReadConnections, watchOwner } from './storage/connections.ts'
import { readHistory } from './storage/history.ts'
import { hasEventAt, insertEvents, LogCutOff } from './storage/log-table.ts'
import { readLastEvent } from './storage/pages.ts'
import { scavengedIn } from './storage/scavenge.ts'
import { createTail, type Tail } from './tail.ts'
import { readDescription } from './writing/description.ts'
import type { LogStorage } from './writing/log-storage.ts'
import { createLogWriter, type LogWriter, WriteRefused } from './writing/log-writer.ts'
import { createStreamStates } from './writing/stream-states.ts'

const READ_CONNECTIONS = 6
const LOOK_AT_END_EVERY_MS = 1_000

export interface EventStoreNodeOptions {
  readonly databaseUrl: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** What it requires of clients; without any the node is open. */
  readonly access?: Partial<Access>
  /** Without it the node speaks no TLS. */
  readonly tls?: ServerIdentity | null
  /** The version of EventStoreDB as which it answers. */
  readonly version?: ServerVersion
  /** Instead of that version's own ones. */
  readonly limits?: Partial<SizeLimits>
  /** Epoch milliseconds; a test lets it go wrong. */
  readonly clock?: () => number
  /** The cluster that its gossip describes; a test names nodes that are elsewhere, or nowhere. */
  readonly members?: () => readonly ClusterMember[]
  readonly logger?: Logger
  /** Called when the node has lost its database, and with it the right to write. */
  readonly onLost?: (error: Error) => void
}

export interface EventStoreNode {
  readonly port: number
  /** Drains appends in flight, ends subscriptions and releases the log. */
  readonly close: () => Promise<void>
  readonly figures: () => NodeFigures
  /** Deletes what streams' metadata hide, as an administrator of a server may have it do at any time. */
  readonly scavenge: () => Promise<number>
}

/** The present load of the node. */
export interface NodeFigures extends ServerFigures {
  readonly waitingSubscribers: number
  readonly waitingWrites: number
  /** Events that were found changed in the table since the node has written them. */
  readonly changedEvents: number
}

/** Serves the EventStoreDB protocol from a log in PostgreSQL. Only one node at a time may write it. */
export async function startEventStoreNode(options: EventStoreNodeOptions): Promise<EventStoreNode> {
  const { databaseUrl, host, version = '24.10.4', logger = silentLogger, onLost } = options
  const owner = await openOwnerConnection(databaseUrl)
  const readers = openReaders(options, READ_CONNECTIONS)
  // The writer has a connection of its own for lookups, so that it does not wait for readers.
  const lookUps = openReaders(options, 1)
  let isOver = false
  let stopWatching: (() => void) | undefined
  const disconnect = async () => {
    isOver = true
    stopWatching?.()
    await Promise.all([readers.end(), lookUps.end(), owner.end()])
  }
  try {
    const last = await readLastEvent(owner)
    const tail = createTail(last)
    const { clock = Date.now } = options
    const behaviour = { ...behaviourOf(version), ...options.limits }
    const storage = storageOf({ owner, lookUps, tail, last, clock })
    const writer = createLogWriter({ ...storage, ...behaviour }, lose)
    const source = { pool: readers, tail, behaviour, scavenged: new Set<bigint>() }
    const server = createProtocolServer(source, writer, {
      access: { ...openToAll, ...options.access },
      tls: options.tls ?? null,
      members: options.members,
      clock,
    })
    owner.on('error', writer.fail)
    owner.on('end', () => writer.fail(new Error('the connection that owns the log has ended')))
    const watch = watchDatabase(owner, source, { fail: writer.fail, logger })
    stopWatching = watch.stop
    const port = await server.listen({ host, port: options.port })
    logger.info({ host, port, head: String(tail.head()) }, 'event store node is ready')

    function lose(error: Error) {
      if (isOver) return
      isOver = true
      stopWatching?.()
      logger.fatal({ reason: error.message }, 'the log is lost: no append is acknowledged any more')
      server.abort()
      onLost?.(error)
    }
    const figures = () => ({ ...server.figures(), ...waitingAt(tail, writer), ...watch.found() })
    return {
      port,
      figures,
      scavenge: () => scavenge(source),
      close: async () => {
        logger.info(figures(), 'event store node is closing')
        await writer.close()
        await server.close()
        await disconnect()
      },
    }
  } catch (error) {
    await disconnect()
    throw error
  }
}

function openReaders({ databaseUrl, logger }: EventStoreNodeOptions, max: number): Pool {
  const pool = openReadConnections(databaseUrl, max)
  pool.on('error', ({ message }) => logger?.warn({ reason: message }, 'a read connection was lost'))
  return pool
}

interface Alarms {
  readonly fail: (error: Error) => void
  readonly logger: Logger
}

function watchDatabase(owner: Client, source: LogSource, { fail, logger }: Alarms) {
  let changedEvents = 0
  const changed = ({ position, stream, revision }: RecordedEvent) => {
    changedEvents += 1
    const event = { position: String(position), stream, revision: String(revision) }
    logger.error(event, 'the table has another event than was written: somebody changed it')
  }
  const stops = [watchTable(source, fail, changed), watchOwner(owner, fail)]
  return { found: () => ({ changedEvents }), stop: () => stops.forEach((stop) => stop()) }
}

/**
 * Its memory must not outlive what is deleted or changed in the database: a new node, or a new subscription, reads
 * what there is.
 */
function watchTable(
  { pool, tail, scavenged }: LogSource,
  fail: (error: Error) => void,
  changed: (event: RecordedEvent) => void,
): () => void {
  const compare = comparison({ pool, tail, scavenged })
  const look = async () => {
    const head = tail.head()
    if (head === 0n) return
    if (!(await hasEventAt(pool, head)) && !scavenged.has(head)) return fail(new LogCutOff(head))
    for (const event of await compare()) changed(event)
  }
  // A database that does not answer is noticed by its owner's connection.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_AT_END_EVERY_MS)
  return () => clearInterval(timer)
}

async function scavenge({
  pool,
  tail,
  scavenged,
}: LogSource & { readonly scavenged: Set<bigint> }) {
  const positions = await scavengedIn(pool)
  for (const position of positions) scavenged.add(position)
  tail.forget(scavenged)
  return positions.length
}

const waitingAt = (tail: Tail, writer: LogWriter) => ({
  waitingSubscribers: tail.listeners(),
  waitingWrites: writer.waiting(),
})

/** Of one statement the server has written nothing when it answers with an error. */
function refused(error: unknown): never {
  const reason = error instanceof DatabaseError ? unavailabilityOf(error) : undefined
  throw reason instanceof NeedsSomebody ? new WriteRefused(reason.message, { cause: error }) : error
}

interface Parts {
  readonly owner: Client
  readonly lookUps: Pool
  readonly tail: Tail
  readonly last: RecordedEvent | undefined
  readonly clock: () => number
}

function storageOf({
  owner,
  lookUps,
  tail,
  last,
  clock,
}: Parts): Omit<LogStorage, 'takesNothingAnywhere'> {
  let lastCreated = last?.created ?? 0n
  return {
    now: clock,
    states: createStreamStates(lookUps),
    head: () => ({
      position: tail.head() || undefined,
      next: tail.end(),
      created: lastCreated,
    }),
    history: (needed) => readHistory(lookUps, needed),
    description: (stream) => readDescription(lookUps, stream),
    insert: (events, newStreams) =>
      insertEvents(owner, { events, newStreams, head: tail.head() || undefined }).catch(refused),
    publish: (events) => {
      lastCreated = events.at(-1)?.created ?? lastCreated
      tail.publish(events)
    },
  }
}
