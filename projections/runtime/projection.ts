import { families } from '#kernel/events/families.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { pause, pauseMs } from '#kernel/platform/event-store/waiting.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { createReadModel } from '#projections/read-models/read-model.ts'
import { applyUpToFault } from './halving.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { type OwnerConnection, openOwnerConnection } from './owner-connection.ts'
import { acquireLock, beginTerm, checkpointMove, type Term } from './ownership.ts'
import { makeSchema } from './schema.ts'
import { createStatusBoard, type ProjectionStatus, type StatusBoard } from './status.ts'

const LONGEST_PAUSE_MS = 5_000

/** Under load, what comes in meanwhile makes one batch: a transaction costs more than its rows. */
const BATCH_INTERVAL_MS = 4

export interface ProjectionOptions {
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: ProjectionMetrics
  /** Where the tables are; followers listen on the channel `<schema>_progress`. */
  readonly schema?: string
  readonly maxBatch?: number
}

export interface Projection {
  readonly status: () => ProjectionStatus
  /** Stops after the batch in hand and lets the next process take over. */
  readonly close: () => Promise<void>
}

const NAME = 'read_model'

/**
 * Streams of every family, also of those that no table shows: who waits for a position hears of it
 * as soon as it is passed.
 */
const streamPrefixes = families.map(({ category }) => `${category}-`)

/** Keeps the tables equal to the log, for as long as no other process does; starts over on any failure. */
export function startProjection(options: ProjectionOptions): Projection {
  const stop = new AbortController()
  const stopped = Promise.withResolvers<undefined>()
  const board = createStatusBoard()
  const settings = { schema: NAME, maxBatch: 1_000, ...options }
  const ended = runTerms(settings, { board, stop: stop.signal, stopped: stopped.promise })
  return {
    status: board.current,
    close: async () => {
      stop.abort()
      stopped.resolve(undefined)
      await ended
      board.enter('stopped')
    },
  }
}

type Settings = Required<ProjectionOptions>

interface Run {
  readonly board: StatusBoard
  readonly stop: AbortSignal
  /** Settles when `stop` is aborted. */
  readonly stopped: Promise<undefined>
}

async function runTerms(settings: Settings, run: Run) {
  const { logger, metrics } = settings
  const { board, stop } = run
  for (let failures = 0; !stop.aborted; ) {
    const startedAt = board.current().position
    try {
      await serveOneTerm(settings, run)
    } catch (error) {
      if (stop.aborted) return
      failures = board.current().position > startedAt ? 1 : failures + 1
      board.fail(error instanceof Error ? error.message : String(error))
      metrics.failed()
      logger.error({ err: error, failures }, 'the projection has stopped and will be tried again')
      await pause(pauseMs(failures, LONGEST_PAUSE_MS), stop)
    }
  }
}

async function serveOneTerm(settings: Settings, run: Run) {
  const { board, stop } = run
  const { databaseUrl, logger, schema } = settings
  const connection = await openOwnerConnection(databaseUrl, logger)
  try {
    const { client } = connection
    const standingBy = () => board.enter('standingBy')
    if (!(await acquireLock(client, schema, { stop, standingBy }))) return
    const tables = Object.values(createReadModel(schema)).map(({ table }) => table)
    await makeSchema(client, { schema, projection: NAME, tables })
    const term = await beginTerm(client, { schema, projection: NAME })
    logger.info({ position: `${term.position}`, epoch: `${term.epoch}` }, 'projecting')
    await follow(settings, { ...run, connection, term })
  } finally {
    await connection.close()
  }
}

interface Office extends Run {
  readonly connection: OwnerConnection
  readonly term: Term
}

async function follow(settings: Settings, office: Office) {
  const { eventStore, maxBatch, schema, vault } = settings
  const { connection, term } = office
  const over = Promise.race([connection.lost, office.stopped])
  const head = await Promise.race([eventStore.headOfLog(), over])
  if (typeof head !== 'bigint') return endOfTerm(head)
  const writer = {
    client: connection.client,
    vault,
    model: createReadModel(schema),
    checkpoint: checkpointMove({ schema, projection: NAME }, term),
  }
  const progress = progressOf(settings, office, head)
  const subscription = eventStore.subscribe({
    name: NAME,
    after: term.position,
    streamPrefixes,
    maxBatch,
    handle: async (events, upTo) => {
      const from = progress.position()
      if (upTo <= from) return
      const done = settings.metrics.batchStarts(events.length)
      const rested = pause(BATCH_INTERVAL_MS, office.stop)
      await applyUpToFault(writer, { events, from, upTo })
      progress.moveTo(upTo)
      done()
      await rested
    },
  })
  try {
    endOfTerm(await Promise.race([subscription.ended, over]))
  } finally {
    await subscription.close()
  }
}

/** A term ends in order, or because of what went wrong. */
function endOfTerm(reason: unknown) {
  if (reason instanceof Error) throw reason
}

function progressOf({ metrics }: Settings, { board, term }: Office, head: bigint) {
  let { position } = term
  function moveTo(upTo: bigint) {
    position = upTo
    board.moveTo(position)
    metrics.standsAt(position)
    const isLive = board.current().phase === 'live'
    if (!isLive) board.enter(position >= head ? 'live' : 'catchingUp')
  }
  moveTo(position)
  return { position: () => position, moveTo }
}
