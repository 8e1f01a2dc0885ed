import { Client, DatabaseError } from 'pg'
import {
  type LogPosition,
  parseLogPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from './logger.ts'
import { pause, pauseMs, waitAtMost } from './timing.ts'

const MAX_WAITING = 10_000
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
  const line = createLine()
  const ended = listenUntilStopped({
    schema,
    databaseUrl,
    logger,
    stop: stop.signal,
    heard: (position) => line.moveTo(position),
  })
  return {
    position: () => line.position(),
    waitFor: (position, timeoutMs) => line.waitFor(position, timeoutMs),
    close: async () => {
      stop.abort()
      line.sendAway()
      await ended
    },
  }
}

interface Waiter {
  readonly position: LogPosition
  readonly settle: (reached: boolean) => void
}

/** The waiting callers, sorted by position, then by arrival. */
function createLine() {
  const waiters: Waiter[] = []
  let position = START_OF_LOG

  function placeBehind(wanted: LogPosition) {
    let low = 0
    let high = waiters.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((waiters[middle]?.position ?? wanted) <= wanted) low = middle + 1
      else high = middle
    }
    return low
  }

  function leave(waiter: Waiter) {
    const index = waiters.lastIndexOf(waiter, placeBehind(waiter.position) - 1)
    if (index >= 0) waiters.splice(index, 1)
    waiter.settle(false)
  }

  return {
    position: () => position,
    /** The position may go back when the tables are rebuilt. */
    moveTo(reached: LogPosition) {
      position = reached
      for (const waiter of waiters.splice(0, placeBehind(reached))) waiter.settle(true)
    },
    waitFor(wanted: LogPosition, timeoutMs: number): Promise<boolean> {
      if (wanted <= position) return Promise.resolve(true)
      if (timeoutMs <= 0 || waiters.length >= MAX_WAITING) return Promise.resolve(false)
      return new Promise((resolve) => {
        const timer = setTimeout(() => leave(waiter), timeoutMs)
        const settle = (reached: boolean) => {
          clearTimeout(timer)
          resolve(reached)
        }
        const waiter = { position: wanted, settle }
        waiters.splice(placeBehind(wanted), 0, waiter)
      })
    },
    sendAway() {
      for (const waiter of waiters.splice(0)) waiter.settle(false)
    },
  }
}

interface Listening extends ReadProgressOptions {
  readonly stop: AbortSignal
  readonly heard: (position: LogPosition) => void
}

async function listenUntilStopped(listening: Listening) {
  const { logger, stop } = listening
  for (let failures = 0; !stop.aborted; ) {
    const heardBefore = Date.now()
    try {
      await listenOnce(listening)
    } catch (error) {
      failures = Date.now() - heardBefore > READ_AGAIN_MS ? 1 : failures + 1
      logger.warn({ err: error, failures }, 'cannot follow the progress of the read models')
      await pause(pauseMs(failures, LONGEST_PAUSE_MS), stop)
    }
  }
}

async function listenOnce({ schema, databaseUrl, stop, heard }: Listening) {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'sarraf read progress',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', (error: Error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection has ended')))
  client.on('notification', ({ payload = '' }) => {
    if (/^\d+$/.test(payload)) heard(parseLogPosition(payload))
  })
  try {
    await client.connect()
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

const NOT_MADE_YET = new Set(['3F000', '42P01'])

async function readCheckpoint(client: Client, schema: string): Promise<LogPosition> {
  try {
    const { rows } = await client.query<{ position: string }>(
      `select position::text from ${schema}.checkpoint`,
    )
    return parseLogPosition(rows[0]?.position ?? '0')
  } catch (error) {
    if (error instanceof DatabaseError && NOT_MADE_YET.has(error.code ?? '')) return START_OF_LOG
    throw error
  }
}
