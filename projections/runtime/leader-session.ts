import { families } from '#kernel/events/families.ts'
import type {
  EventStore,
  LogPlace,
  LogSubscription,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { tracedTogether } from '#kernel/platform/tracing/tracing.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { serialQueue } from '#kernel/platform/waiting/serial-queue.ts'
import { applyOrPark } from './bisect.ts'
import type { ProjectionDefinition } from './definition.ts'
import { startFlow } from './flow.ts'
import { keepLookingAtCheckpoint } from './kept-checkpoint.ts'
import type { LeaderConnection } from './leader-connection.ts'
import { checkpointMove, type LeaderTerm } from './leadership.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { openParking, type Parking } from './parking/parking.ts'
import { keepRetrying } from './parking/retries.ts'
import type { ShownEvent } from './shown-events.ts'
import { autovacuumKeepsUp, statisticsOf } from './statistics.ts'
import type { StatusBoard } from './status.ts'

/**
 * Streams of every family, also of those without a table, so that readers who wait for a position
 * are notified as soon as it is passed.
 */
const streamPrefixes = families.map(({ category }) => `${category}-`)

const PROJECTING = { name: 'project' }
const traceparentIn = ({ stored }: ShownEvent) => stored.metadata['traceparent']

export interface LeaderSettings {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: ProjectionMetrics
  readonly schema: string
  readonly definition: ProjectionDefinition
  readonly maxBatch: number
}

export interface LeaderSession {
  readonly board: StatusBoard
  readonly connection: LeaderConnection
  readonly term: LeaderTerm
  readonly stop: AbortSignal
  /** Settles when `stop` is aborted. */
  readonly stopped: Promise<undefined>
}

/** Keeps the tables equal to the log until it is stopped; throws if it cannot. */
export async function runLeaderSession(
  settings: LeaderSettings,
  session: LeaderSession,
): Promise<void> {
  const { definition, eventStore, maxBatch, metrics, schema, vault } = settings
  const projection = definition.name
  const { connection, stop, term } = session
  const { client } = connection
  const over = Promise.race([connection.lost, session.stopped])
  const head = await Promise.race([eventStore.headOfLog(), over])
  if (typeof head !== 'bigint') return endOfTerm(head)
  const checkpoint = checkpointMove({ schema, projection }, term)
  const statistics =
    term.place.position === START_OF_LOG ? statisticsOf(client, schema) : autovacuumKeepsUp
  const { all: tables, projectorOf, independentCategories } = definition.open(schema, vault.rowMac)
  const owner = { ...settings, projection, independentCategories }
  const parking = await openParking(client, owner)
  const writer = { client, tables, checkpoint, parking, statistics }
  const reading = { projectorOf, vault, skipped: metrics.skipped }
  const onConnection = serialQueue()
  const progress = progressOf(settings, session, head)
  const looks = keepLookingAtCheckpoint({ client, schema, onConnection, progress })
  const reportParked = reporting(parking, session, metrics)
  reportParked()
  const shared = { reading, onConnection, reportParked, progress }
  const retries = keepRetrying({ ...settings, ...shared, writer })
  const flow = startFlow({
    reading,
    maxBatch,
    write: async ({ events, upTo, count }) => {
      if (upTo.position <= progress.place().position) return
      const done = metrics.batchStarts(count)
      const traceDone = tracedTogether(PROJECTING, events, traceparentIn)
      await onConnection(async () => {
        await applyOrPark(writer, { events, from: progress.place(), upTo })
        progress.moveTo(upTo, count)
      })
      done()
      traceDone()
      reportParked()
    },
  })
  const wanted: LogSubscription = {
    name: projection,
    after: term.place,
    streamPrefixes,
    mostOfTheLog: true,
    maxBatch: flow.maxBatch,
    reached: () => progress.place().position,
    handle: flow.handle,
  }
  await follow(eventStore, wanted, {
    stop,
    ends: [flow.ended, retries.failed, looks.failed, connection.lost],
    closing: () => Promise.all([flow, retries, looks].map((part) => part.close())),
  })
}

function reporting(parking: Parking, { board }: LeaderSession, metrics: ProjectionMetrics) {
  return () => {
    board.park(parking.companies())
    metrics.parked(parking.companies())
  }
}

/** Throws if a failure ended the term. */
function endOfTerm(reason: unknown) {
  if (reason instanceof Error) throw reason
}

function progressOf(
  { metrics }: LeaderSettings,
  { board, term }: LeaderSession,
  head: LogPosition,
) {
  let { place } = term
  function moveTo(upTo: LogPlace, events: number) {
    place = upTo
    const { position } = place
    board.moveTo(position, events)
    metrics.standsAt(position)
    const isLive = board.current().phase === 'live'
    if (!isLive) board.enter(position >= head ? 'live' : 'catchingUp')
  }
  moveTo(place, 0)
  return { place: () => place, moveTo }
}
