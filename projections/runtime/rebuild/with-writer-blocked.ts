import { Client } from 'pg'
import { connectSession, kept } from '#kernel/platform/database/session.ts'
import { transactionOn } from '#kernel/platform/database/transaction.ts'
import { BLOCK_WRITER, PROJECTIONS_SCHEMA } from '#kernel/platform/database/writer-block.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { retried } from '#kernel/platform/waiting/retried.ts'
import { waitAtMost } from '#kernel/platform/waiting/timing.ts'
import { checkpointIn } from '#projections/runtime/leadership.ts'
import type { Builder, ProjectionSources } from './builder.ts'

const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 600_000
const CLOSE_WITHIN_MS = 2_000
/** How long the projection's writer is blocked at most; after that it continues, and another attempt follows. */
const HOLD_AT_MOST_MS = 2_000
const ATTEMPTS = 20
const LONGEST_PAUSE_MS = 1_000
/** A round as short as this has left few new events. */
const SHORT_MS = 100
const MAX_ROUNDS = 200

/** A connection besides the projection's own; aborting `stop` breaks it. */
export async function openClient(
  { databaseUrl, logger }: Pick<ProjectionSources, 'databaseUrl' | 'logger'>,
  stop?: AbortSignal,
): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'sarraf rebuild',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...kept,
  })
  client.on('error', (error: Error) => logger.debug({ err: error }, 'connection lost'))
  // A process that is frozen in a transaction must not block the projection's writer.
  await connectSession(client, { idle_in_transaction_session_timeout: '10s', jit: 'off' })
  const cutOff = () => client.connection.stream.destroy()
  stop?.addEventListener('abort', cutOff)
  client.on('end', () => stop?.removeEventListener('abort', cutOff))
  return client
}

export const closeClient = (client: Client): Promise<void> =>
  waitAtMost(CLOSE_WITHIN_MS, client.end())

/** Projects in rounds until few events are missing. */
export async function closeIn(
  builder: Builder,
  { target, stop, moved }: Pick<Approach, 'target' | 'stop' | 'moved'>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const startedAt = performance.now()
    await builder.projectUpTo(await target(), { stop, moved })
    if (performance.now() - startedAt < SHORT_MS) return
  }
  throw new Error('cannot catch up: events are written faster than they are projected')
}

export interface Approach {
  readonly serving: string
  /** The position to reach before the writer is blocked. */
  readonly target: () => Promise<LogPosition>
  readonly stop: AbortSignal
  readonly moved?: ((position: LogPosition) => void) | undefined
  /** The served tables show events that the log has lost, so new tables cannot reach their position. */
  readonly isAheadOfLog?: boolean
  /** Done in the same transaction before the writer is blocked. */
  readonly before?: (client: Client) => Promise<void>
}

export interface BlockedWriter {
  /** Where the served tables are. */
  readonly position: LogPosition
  /** How long the writer has been blocked. */
  readonly heldMs: () => number
}

/** The lock could not be held long enough; the caller may retry. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
}

/**
 * Blocks the writer of the serving tables, lets the builder reach their position, and does the work in
 * the transaction that blocks the writer. Readers are not affected.
 */
export function withWriterBlocked<Result>(
  client: Client,
  builder: Builder,
  approach: Approach,
  work: (blocked: BlockedWriter) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => {
    await closeIn(builder, approach)
    return transactionOn(client, () => holdAndWork(client, builder, approach, work))
  }
  return retried(attempt, {
    mayPass: (error, failures) => isNotNow(error) && failures < ATTEMPTS,
    longestPauseMs: LONGEST_PAUSE_MS,
    stop: approach.stop,
  })
}

async function holdAndWork<Result>(
  client: Client,
  builder: Builder,
  { serving, stop, before, isAheadOfLog = false }: Approach,
  work: (blocked: BlockedWriter) => Promise<Result>,
): Promise<Result> {
  await before?.(client)
  await client.query(`set local lock_timeout = '${HOLD_AT_MOST_MS}ms'`)
  await blockWriter(client, serving)
  const heldSince = performance.now()
  const { position } = await checkpointIn(client, serving)
  const heldMs = () => performance.now() - heldSince
  const blocked = { position, heldMs }
  if (isAheadOfLog) return work(blocked)
  const tooLong = AbortSignal.timeout(HOLD_AT_MOST_MS)
  try {
    await builder.projectUpTo(position, { stop: AbortSignal.any([stop, tooLong]) })
  } catch (error) {
    if (tooLong.aborted)
      throw new NotNow('projecting the last events takes too long', { cause: error })
    throw error
  }
  return work(blocked)
}

/** Not a lock of the row: a writer that waits for a row already holds the table. */
async function blockWriter(client: Client, serving: string) {
  const { rows } = await client.query<{ isPrepared: boolean }>(
    `select to_regprocedure('${BLOCK_WRITER}') is not null as "isPrepared"`,
  )
  await client.query(
    rows[0]?.isPrepared === true
      ? `select ${PROJECTIONS_SCHEMA}.block_writer('${serving}')`
      : `lock table ${serving}.checkpoint in exclusive mode`,
  )
}

/** SQLSTATEs of a lock time-out and a deadlock. */
const LOCK_TROUBLE = new Set(['55P03', '40P01'])

export const isNotNow = (error: unknown): boolean =>
  error instanceof NotNow ||
  (error instanceof Error && 'code' in error && LOCK_TROUBLE.has(String(error.code)))
