import { Client, types } from 'pg'
import { connectSession, kept, type SessionSettings } from '#kernel/platform/database/session.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { waitAtMost } from '#kernel/platform/waiting/timing.ts'
import { HEARTBEAT_INTERVAL_MS, LEADER_APPLICATION } from './stale-leader.ts'

const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 60_000
const CLOSE_WITHIN_MS = 2_000

/** One connection that holds the projection's lock and writes: losing it means losing both. */
export interface LeaderConnection {
  readonly client: Client
  /** Settles when the connection is gone, for any reason. */
  readonly lost: Promise<Error>
  readonly close: () => Promise<void>
}

export async function openLeaderConnection(
  databaseUrl: string,
  logger: Logger,
): Promise<LeaderConnection> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: LEADER_APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...kept,
    pipeline: true,
    types: { getTypeParser },
  })
  const { promise: lost, resolve } = Promise.withResolvers<Error>()
  client.on('error', (error: Error) => resolve(error))
  client.on('end', () => resolve(new Error('the connection to PostgreSQL has ended')))
  await connectSession(client, settings)
  const heartbeats = setInterval(() => {
    // Tells the standby that this process is alive, and detects a server that has disappeared.
    client
      .query('select 1')
      .catch((error: unknown) => logger.debug({ err: error }, 'heartbeat failed'))
  }, HEARTBEAT_INTERVAL_MS)
  heartbeats.unref()
  void lost.then(() => clearInterval(heartbeats))
  return {
    client,
    lost,
    close: async () => {
      clearInterval(heartbeats)
      await waitAtMost(CLOSE_WITHIN_MS, client.end())
    },
  }
}

/**
 * Commits do not wait for the disk: after a crash, lost events are projected again. Every look-up here is
 * by primary key, so a plan from when a table was small must not remain a full scan. A frozen process
 * must not keep rows locked in an open transaction, and the lock of a dead one is released during a
 * statement.
 */
const settings: SessionSettings = {
  synchronous_commit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '20s',
  client_connection_check_interval: '1s',
}

/** Instants as PostgreSQL formats them: a `Date` would lose their microseconds. */
const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.TIMESTAMPTZ ? asText : types.getTypeParser(type, format)

const asText = (value: string) => value
