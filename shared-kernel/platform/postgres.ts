import { type ClientBase, Pool } from 'pg'
import type { Logger } from 'pino'

interface PoolOptions {
  readonly logger: Logger
  readonly max: number
  readonly name: string
  /** No statement may take longer; without it there is no limit. */
  readonly statementTimeoutMs?: number
  /** The server itself refuses what would write, except into temporary tables. */
  readonly readOnly?: boolean
}

/** The server gives up first, so that its own reason is told. */
const NETWORK_GRACE_MS = 1_000

/** A bounded pool. A connection that breaks, idle or in use, is logged and replaced, never a crash. */
export function openPool(
  connectionString: string,
  { logger, max, name, statementTimeoutMs, readOnly = false }: PoolOptions,
): Pool {
  const pool = new Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(readOnly ? { onConnect } : {}),
    ...(statementTimeoutMs === undefined
      ? {}
      : {
          statement_timeout: statementTimeoutMs,
          query_timeout: statementTimeoutMs + NETWORK_GRACE_MS,
        }),
  })
  // What runs on a connection when it breaks fails by itself; an event without a listener would end the process.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) =>
      logger.warn({ error: message }, 'a database connection broke'),
    )
  })
  pool.on('error', () => undefined)
  return pool
}

/** Not by the connection's options: those of the address would take their place. */
const onConnect = (client: ClientBase): unknown =>
  client.query('set default_transaction_read_only = on')

/**
 * Makes what is not there yet. Several processes may start at once on an empty database: they take
 * turns. Statements sent together are one transaction.
 */
export async function makeTables(pool: Pool, schema: string, definitions: string): Promise<void> {
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('sarraf.${schema}'));
    create schema if not exists ${schema};
    ${definitions}`)
}
