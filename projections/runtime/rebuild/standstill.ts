import { Client } from 'pg'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { pause, pauseMs, waitAtMost } from '#kernel/platform/timing.ts'
import type { Builder, Sources } from './builder.ts'

const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 600_000
const CLOSE_WITHIN_MS = 2_000
/** How long the projection's writer is kept waiting at most before it may go on, to be asked again later. */
const HOLD_AT_MOST_MS = 2_000
const ATTEMPTS = 20
const LONGEST_PAUSE_MS = 1_000
/** Work that was done as fast as this has left little behind it. */
const SHORT_MS = 100
const MAX_ROUNDS = 200

/** A connection for what is done beside the projection's own; what runs on it ends when it is told to stop. */
export async function openClient(
  { databaseUrl, logger }: Pick<Sources, 'databaseUrl' | 'logger'>,
  stop?: AbortSignal,
): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'sarraf rebuild',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', (error: Error) => logger.debug({ err: error }, 'a connection broke'))
  await client.connect()
  const cutOff = () => client.connection.stream.destroy()
  stop?.addEventListener('abort', cutOff)
  client.on('end', () => stop?.removeEventListener('abort', cutOff))
  // A process that falls asleep in the middle must not keep the projection's writer waiting.
  await client.query(`set idle_in_transaction_session_timeout = '10s'; set jit = off`)
  return client
}

export const closeClient = (client: Client): Promise<void> =>
  waitAtMost(CLOSE_WITHIN_MS, client.end())

export async function positionOf(client: Client, schema: string): Promise<LogPosition> {
  const { rows } = await client.query<{ position: string }>(
    `select position::text from ${schema}.checkpoint`,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema} has no checkpoint`)
  return parseLogPosition(row.position)
}

/** Goes on until what has been added meanwhile is little. */
export async function closeIn(
  builder: Builder,
  { target, stop, moved }: Pick<Approach, 'target' | 'stop' | 'moved'>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const startedAt = performance.now()
    await builder.projectUpTo(await target(), { stop, moved })
    if (performance.now() - startedAt < SHORT_MS) return
  }
  throw new Error('more is written than can be projected: it does not catch up')
}

export interface Approach {
  readonly serving: string
  /** What the builder goes for before anybody has to wait for it. */
  readonly target: () => Promise<LogPosition>
  readonly stop: AbortSignal
  readonly moved?: ((position: LogPosition) => void) | undefined
  /** Done in the same transaction before the writer has to wait. */
  readonly before?: (client: Client) => Promise<void>
}

export interface Standstill {
  readonly position: LogPosition
  /** Until now. */
  readonly heldMs: () => number
}

/** Not now: whoever asks may try again. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
}

/**
 * Lets the builder arrive where the serving tables are while their writer waits, and does the work
 * there, in the transaction that holds the writer still. Readers are not concerned.
 */
export async function atStandstill<Result>(
  client: Client,
  builder: Builder,
  approach: Approach,
  work: (standstill: Standstill) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    await closeIn(builder, approach)
    try {
      return await inTransaction(client, () => holdAndWork(client, builder, approach, work))
    } catch (error) {
      if (!isNotNow(error) || attempt >= ATTEMPTS) throw error
    }
    await pause(pauseMs(attempt, LONGEST_PAUSE_MS), approach.stop)
  }
}

async function holdAndWork<Result>(
  client: Client,
  builder: Builder,
  { serving, stop, before }: Approach,
  work: (standstill: Standstill) => Promise<Result>,
): Promise<Result> {
  await before?.(client)
  await client.query(`set local lock_timeout = '${HOLD_AT_MOST_MS}ms'`)
  // Not a lock of the row: a writer that waits for a row already holds the table.
  await client.query(`lock table ${serving}.checkpoint in exclusive mode`)
  const heldSince = performance.now()
  const position = await positionOf(client, serving)
  const tooLong = AbortSignal.timeout(HOLD_AT_MOST_MS)
  try {
    await builder.projectUpTo(position, { stop: AbortSignal.any([stop, tooLong]) })
  } catch (error) {
    if (tooLong.aborted) throw new NotNow('the last events take too long', { cause: error })
    throw error
  }
  return work({ position, heldMs: () => performance.now() - heldSince })
}

/** Commits what the work did, or nothing. */
async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Locks that were not to be had in time; deadlocks; the end of our own patience. */
const LOCK_TROUBLE = new Set(['55P03', '40P01'])

export const isNotNow = (error: unknown): boolean =>
  error instanceof NotNow ||
  (error instanceof Error && 'code' in error && LOCK_TROUBLE.has(String(error.code)))
