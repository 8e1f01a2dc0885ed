import type { Client } from 'pg'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { NotLeader } from './errors.ts'
import { openLeaderConnection } from './leader-connection.ts'
import { type LeaderSettings, runLeaderSession } from './leader-session.ts'
import { acquireLock, beginTerm, checkpointIn } from './leadership.ts'
import type { Replacement } from './rebuild/at-start.ts'
import { addVersion, isExactly, isSameShape, makeSchema, versionsIn } from './schema.ts'
import type { StatusBoard } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
const POLL_EVERY_MS = 250
/** After repeated short terms without progress there is a pause before the next one. */
const SHORT_TERM_MS = 1_000
const MAX_SHORT_TERMS = 3

export interface TermSettings extends LeaderSettings {
  readonly databaseUrl: string
}

export interface ProjectionRun {
  readonly board: StatusBoard
  readonly replacement: Replacement
  readonly stop: AbortSignal
  /** Settles when `stop` is aborted. */
  readonly stopped: Promise<undefined>
}

/** Leads whenever it gets the lock, until it is stopped. */
export async function runTerms(settings: TermSettings, run: ProjectionRun): Promise<void> {
  const { logger, metrics } = settings
  const { board, stop } = run
  let begunAt = 0
  let shortTerms = 0
  await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      begunAt = performance.now()
      await leadOneTerm(settings, run)
      return 'again'
    },
    progress: () => board.current().position,
    failed(error, failures) {
      shortTerms = performance.now() - begunAt > SHORT_TERM_MS ? 1 : shortTerms + 1
      if (error instanceof NotLeader && shortTerms <= MAX_SHORT_TERMS) {
        logger.info(
          { reason: error.message },
          'the tables were replaced or another process leads: checking again',
        )
        return 0
      }
      board.fail(error)
      metrics.failed()
      logger.error({ err: error, failures }, 'the projection failed and will be retried')
      return undefined
    },
  })
}

async function leadOneTerm(settings: TermSettings, run: ProjectionRun) {
  const connection = await openLeaderConnection(settings.databaseUrl, settings.logger)
  try {
    if (await untilTablesFit(connection.client, settings.schema, run)) {
      await leadWithLock(settings, run, connection)
    }
  } finally {
    await connection.close()
  }
}

async function leadWithLock(
  settings: TermSettings,
  run: ProjectionRun,
  connection: Awaited<ReturnType<typeof openLeaderConnection>>,
) {
  const { definition, eventStore, logger, schema } = settings
  const { board, stop } = run
  const { client } = connection
  const standby = { stop, standingBy: () => board.enter('standingBy') }
  if (!(await acquireLock(client, schema, standby))) return
  if (!(await doTablesFit(client, schema, run))) return
  await makeSchema(client, schema, definition)
  // Refuses to write if the tables were projected from another log.
  await eventStore.checkPlace(await checkpointIn(client, schema))
  // From here on a switch is noticed; one that came before must not leave this version in tables of another.
  const { replaced } = await listenForReplacement(client, schema)
  const versions = await versionsIn(client, schema)
  if (!(await doTablesFit(client, schema, run))) return
  await addVersion(client, schema, definition, versions)
  if (!(await doTablesFit(client, schema, run))) return
  const term = await beginTerm(client, { schema, projection: definition.name })
  const position = term.place.position.toString()
  logger.info({ projection: definition.name, position, epoch: `${term.epoch}` }, 'projecting')
  const lost = Promise.race([connection.lost, replaced])
  try {
    await runLeaderSession(settings, { ...run, connection: { ...connection, lost }, term })
  } finally {
    settings.metrics.ended()
  }
}

async function untilTablesFit(
  client: Client,
  schema: string,
  run: ProjectionRun,
): Promise<boolean> {
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
async function doTablesFit(client: Client, schema: string, { board, replacement }: ProjectionRun) {
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
