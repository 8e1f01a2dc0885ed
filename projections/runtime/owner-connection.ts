import { Client, types } from 'pg'
import type { Logger } from '#kernel/platform/logger.ts'
import { waitAtMost } from '#kernel/platform/timing.ts'
import { OWNER, PING_INTERVAL_MS } from './sleepers.ts'

const CONNECT_TIMEOUT_MS = 10_000
const QUERY_TIMEOUT_MS = 60_000
const CLOSE_WITHIN_MS = 2_000

/** One connection that holds the projection's lock and writes: who loses it loses both. */
export interface OwnerConnection {
  readonly client: Client
  /** Settles when the connection is gone, for whatever reason. */
  readonly lost: Promise<Error>
  readonly close: () => Promise<void>
}

export async function openOwnerConnection(
  databaseUrl: string,
  logger: Logger,
): Promise<OwnerConnection> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: OWNER,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  })
  const { promise: lost, resolve } = Promise.withResolvers<Error>()
  client.on('error', (error: Error) => resolve(error))
  client.on('end', () => resolve(new Error('the connection to PostgreSQL has ended')))
  await client.connect()
  const pings = setInterval(() => {
    // Who stands by sees by it that this process is awake, and a server that vanished without a word
    // is noticed by an answer that does not come.
    client.query('select 1').catch((error: unknown) => logger.debug({ err: error }, 'ping failed'))
  }, PING_INTERVAL_MS)
  pings.unref()
  void lost.then(() => clearInterval(pings))
  await client.query(settings)
  return {
    client,
    lost,
    close: async () => {
      clearInterval(pings)
      await waitAtMost(CLOSE_WITHIN_MS, client.end())
    },
  }
}

/**
 * A commit need not wait for the disk: what a crash takes back is projected again. Every look-up
 * here is by primary key: a plan made while a table was small must not stay a scan of all of it.
 * A process that sleeps in the middle of a transaction must not keep its rows locked, nor one that
 * has died keep its lock until the statement in hand is done.
 */
const settings = `
  set synchronous_commit = off;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
  set timezone = 'UTC';
  set lock_timeout = '20s';
  set idle_in_transaction_session_timeout = '20s';
  set client_connection_check_interval = '1s';
`

/** Instants as the database writes them: a Date would cut off their microseconds. */
const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.TIMESTAMPTZ ? asText : types.getTypeParser(type, format)

const asText = (value: string) => value
