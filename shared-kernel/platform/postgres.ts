import pg from 'pg'
import type { Logger } from 'pino'

/** A bounded pool. An idle connection that breaks is logged and replaced, never a crash. */
export function openPool(
  connectionString: string,
  { logger, max, name }: { logger: Logger; max: number; name: string },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('error', (error) => logger.warn({ error: error.message }, 'a database connection broke'))
  return pool
}
