import type { Client } from 'pg'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { pause, pauseMs } from '#kernel/platform/timing.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { ProjectionDefinition } from './definition.ts'
import { NotLeader } from './errors.ts'
import { openLeaderConnection } from './leader-connection.ts'
import { runLeaderSession } from './leader-session.ts'
import { acquireLock, beginTerm, checkpointIn } from './leadership.ts'
import type { ProjectionMetrics } from './metrics.ts'
import { createReplacement, type Replacement } from './rebuild/at-start.ts'
import { addVersion, isExactly, isSameShape, makeSchema, versionOf, versionsIn } from './schema.ts'
import { createStatusBoard, type ProjectionStatus, type StatusBoard } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
const POLL_EVERY_MS = 250
/** After repeated short terms without progress there is a pause before the next one. */
const SHORT_TERM_MS = 1_000
const MAX_SHORT_TERMS = 3

export interface ProjectionOptions {
  readonly definition: ProjectionDefinition
  readonly databaseUrl: string
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly logger: Logger
  readonly metrics: ProjectionMetrics
  /** The schema of the tables, by default named like the projection. Followers listen on the channel `<schema>_progress`. */
  readonly schema?: string
  readonly maxBatch?: number
}

export interface Projection {
  readonly status: () => ProjectionStatus
  /** Stops after the current batch and lets a standby take over. */
  readonly close: () => Promise<void>
}

/** Keeps the tables equal to the log while it is the leader; restarts after any failure. */
export function startProjection(options: ProjectionOptions): Projection {
  const settings = { schema: options.definition.name, maxBatch: 4_000, ...options }
  const { definition, schema } = settings
  const version = versionOf(definition)
  const stop = new AbortController()
  const stopped = Promise.withResolvers<undefined>()
  const board = createStatusBoard({ name: definition.name, version, schema })
  const replacement = createReplacement({
    sources: settings,
    serving: schema,
    board,
    stop: stop.signal,
  })
  const run = { board, replacement, stop: stop.signal, stopped: stopped.promise }
  const ended = runTerms(settings, run)
  return {
    status: board.current,
    close: async () => {
      stop.abort()
      stopped.resolve(undefined)
      await Promise.all([ended, replacement.ended()])
      board.enter('stopped')
    },
  }
}

type Settings = Required<ProjectionOptions>

interface Run {
  readonly board: StatusBoard
  readonly replacement: Replacement
  readonly stop: AbortSignal
  /** Settles when `stop` is aborted. */
  readonly stopped: Promise<undefined>
}

async function runTerms(settings: Settings, run: Run) {
  const { logger, metrics } = settings
  const { board, stop } = run
  for (let failures = 0, shortTerms = 0; !stop.aborted; ) {
    const startedAt = board.current().position
    const begunAt = performance.now()
    try {
      await leadOneTerm(settings, run)
    } catch (error) {
      if (stop.aborted) return
      shortTerms = performance.now() - begunAt > SHORT_TERM_MS ? 1 : shortTerms + 1
      if (error instanceof NotLeader && shortTerms <= MAX_SHORT_TERMS) {
        logger.info(
          { reason: error.message },
          'the tables were replaced or another process leads: checking again',
        )
        continue
      }
      failures = board.current().position > startedAt ? 1 : failures + 1
      board.fail(error)
      metrics.failed()
      logger.error({ err: error, failures }, 'the projection failed and will be retried')
      await pause(pauseMs(failures, LONGEST_PAUSE_MS), stop)
    }
  }
}

async function leadOneTerm(settings: Settings, run: Run) {
  const { board, stop } = run
  const { databaseUrl, definition, logger, schema } = settings
  const projection = definition.name
  const connection = await openLeaderConnection(databaseUrl, logger)
  try {
    const { client } = connection
    const standingBy = () => board.enter('standingBy')
    if (!(await untilTablesFit(client, schema, run))) return
    if (!(await acquireLock(client, schema, { stop, standingBy }))) return
    if (!(await doTablesFit(client, schema, run))) return
    await makeSchema(client, schema, definition)
    await expectOwnLog(settings, client)
    await addVersion(client, schema, definition)
    const { replaced } = await listenForReplacement(client, schema)
    const term = await beginTerm(client, { schema, projection })
    logger.info({ position: term.place.position.toString(), epoch: `${term.epoch}` }, 'projecting')
    const lost = Promise.race([connection.lost, replaced])
    await runLeaderSession(settings, { ...run, connection: { ...connection, lost }, term })
  } finally {
    await connection.close()
  }
}

/** Refuses to write if the tables were projected from another log. */
async function expectOwnLog({ definition, eventStore, schema }: Settings, client: Client) {
  const kept = await checkpointIn(client, { schema, projection: definition.name })
  if (kept !== undefined) await eventStore.checkPlace(kept)
}

async function untilTablesFit(client: Client, schema: string, run: Run): Promise<boolean> {
  const { board, replacement, stop } = run
  while (!stop.aborted) {
    if (await doTablesFit(client, schema, run)) return true
    board.enter(replacement.isUnderWay() ? 'awaitingTables' : 'superseded')
    await pause(POLL_EVERY_MS, stop)
  }
  return false
}

/**
 * Whether this process may write into the served tables: its own version's, or those of another
 * version while it builds its own side by side.
 */
async function doTablesFit(client: Client, schema: string, { board, replacement }: Run) {
  const { version } = board.current()
  const versions = await versionsIn(client, schema)
  replacement.check(versions)
  if (versions.length === 0 || isExactly(versions, version)) return true
  return replacement.isUnderWay() && versions.every((other) => isSameShape(other, version))
}

/** `replaced` settles when a switch has replaced these tables. */
async function listenForReplacement(client: Client, schema: string) {
  const { promise, resolve } = Promise.withResolvers<Error>()
  const channel = `${schema}_switched`
  client.on('notification', (notification) => {
    if (notification.channel === channel) resolve(new NotLeader('the tables were replaced'))
  })
  await client.query(`listen ${channel}`)
  return { replaced: promise }
}
