import { Client } from 'pg'
import {
  type LogPosition,
  parseLogPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { selectCheckpoint } from '#kernel/records/checkpoint.ts'
import { untilMade } from '../database/not-made-yet.ts'
import { connectSession, kept } from '../database/session.ts'
import type { Logger } from '../process/logger.ts'
import { keepGoing } from '../waiting/keep-going.ts'
import { pause, waitAtMost } from '../waiting/timing.ts'
import { createWaitingCallers } from './waiting-callers.ts'

const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 5_000
const CLOSE_WITHIN_MS = 1_000
const READ_AGAIN_MS = 5_000
/** A replica sends no notifications. */
const REPLICA_READ_AGAIN_MS = 20
const LONGEST_PAUSE_MS = 2_000

/** The position of the read models in the log. */
export interface ReadProgress {
  /** True as soon as they show everything up to that position, false after the timeout. */
  readonly waitFor: (position: LogPosition, timeoutMs: number) => Promise<boolean>
  readonly position: () => LogPosition
  /** Answers all waiting callers with false. */
  readonly close: () => Promise<void>
}

interface ReadProgressOptions {
  /** Of the tables whose checkpoint is followed. */
  readonly schema: string
  readonly databaseUrl: string
  readonly logger: Logger
}

/**
 * Receives every step of the projections over one connection, for all waiting callers. A replica is
 * asked instead: it shows a step when it has received it.
 */
export function followReadProgress({
  schema,
  databaseUrl,
  logger,
}: ReadProgressOptions): ReadProgress {
  const stop = new AbortController()
  const callers = createWaitingCallers()
  const ended = listenUntilStopped({
    schema,
    databaseUrl,
    logger,
    stop: stop.signal,
    heard: (position) => callers.moveTo(position),
  })
  return {
    position: callers.position,
    waitFor: (position, timeoutMs) => callers.waitFor(position, timeoutMs),
    close: async () => {
      stop.abort()
      callers.sendAway()
      await ended
    },
  }
}

interface Listening extends ReadProgressOptions {
  readonly stop: AbortSignal
  readonly heard: (position: LogPosition) => void
}

async function listenUntilStopped(listening: Listening) {
  const { logger, stop } = listening
  let lasting = 0
  await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      const since = Date.now()
      await listenOnce(listening).finally(() => {
        if (Date.now() - since > READ_AGAIN_MS) lasting += 1
      })
    },
    progress: () => lasting,
    failed(error, failures) {
      logger.warn({ err: error, failures }, 'cannot follow the progress of the read models')
      return undefined
    },
  })
}

async function listenOnce({ schema, databaseUrl, stop, heard }: Listening) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'sarraf read progress',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...kept,
  })
  const lost = new AbortController()
  client.on('error', (error: Error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection has ended')))
  client.on('notification', ({ payload = '' }) => {
    if (/^\d+$/.test(payload)) heard(parseLogPosition(payload))
  })
  try {
    await connectSession(client)
    const isReplica = await isInRecovery(client)
    if (!isReplica) await client.query(`listen ${schema}_progress`)
    const over = AbortSignal.any([stop, lost.signal])
    while (!over.aborted) {
      // Read after `listen`, so that no step is missed; read again regularly to notice a connection
      // that was lost silently.
      heard(await readCheckpoint(client, schema))
      await pause(isReplica ? REPLICA_READ_AGAIN_MS : READ_AGAIN_MS, over)
    }
    if (!stop.aborted) throw lost.signal.reason
  } finally {
    await waitAtMost(CLOSE_WITHIN_MS, client.end())
  }
}

async function isInRecovery(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
  return rows[0]?.is === true
}

function readCheckpoint(client: Client, schema: string) {
  const stored = client.query<{ position: string }>(selectCheckpoint(schema))
  const position = stored.then(({ rows }) => parseLogPosition(rows[0]?.position ?? '0'))
  return untilMade(position, START_OF_LOG)
}
