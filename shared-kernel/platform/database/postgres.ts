import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { OnClose } from '../process/lifecycle.ts'
import { beginSession, kept, type SessionSettings } from './session.ts'

export interface PoolOptions {
  readonly logger: Logger
  readonly max: number
  readonly name: string
  /** The limit for one statement; none by default. */
  readonly statementTimeoutMs?: number
  /** PostgreSQL refuses writes, except to temporary tables. */
  readonly readOnly?: boolean
  /** What its sessions need besides. */
  readonly session?: SessionSettings
}

/** A connection that was lost without a word is noticed then. */
const SHORT_STATEMENTS_MS = 30_000

/** The server times out before the client, so that its error is reported. */
const NETWORK_GRACE_MS = 1_000

/** A bounded pool. A connection that breaks, idle or in use, is logged and replaced, never a crash. */
export function openPool(
  connectionString: string,
  { logger, max, name, statementTimeoutMs, readOnly = false, session }: PoolOptions,
): Pool {
  const settings = {
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: String(statementTimeoutMs) }),
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
    ...session,
  }
  const pool = new Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    ...kept,
    onConnect: (client): unknown => beginSession(client, settings),
    ...(statementTimeoutMs === undefined
      ? {}
      : { query_timeout: statementTimeoutMs + NETWORK_GRACE_MS }),
  })
  // A running statement fails by itself. Without this listener the error event would end the process.
  pool.on('connect', (client) => {
    client.on('error', ({ message }) =>
      logger.warn({ error: message }, 'a database connection broke'),
    )
  })
  pool.on('error', () => undefined)
  return pool
}

interface ServingPool {
  readonly settings: { readonly databaseUrl: string }
  readonly logger: Logger
  readonly onClose: OnClose
}

/** For a service whose statements are short, until the service ends. */
export function openServicePool(
  { settings: { databaseUrl }, logger, onClose }: ServingPool,
  { name, max }: Pick<PoolOptions, 'name' | 'max'>,
): Pool {
  const pool = openPool(databaseUrl, { logger, max, name, statementTimeoutMs: SHORT_STATEMENTS_MS })
  onClose('database pool', () => pool.end())
  return pool
}

/** Tables that a process creates itself in a database that was not prepared by `npm run database`. */
export interface OwnTables {
  readonly schema: string
  /** Statements that may run again. */
  readonly definitions: string
}

/**
 * Creates missing tables. In a schema of another role they are already there: see `prepareDatabase`.
 * A lock serializes processes that start at the same time on an empty database. Statements sent
 * together are one transaction.
 */
export async function makeTables(
  pool: Pick<Pool, 'query'>,
  { schema, definitions }: OwnTables,
): Promise<void> {
  const { rowCount } = await pool.query(
    `select from pg_namespace where nspname = $1 and not has_schema_privilege(oid, 'create')`,
    [schema],
  )
  if (rowCount !== 0) return
  await pool.query(`
    select pg_advisory_xact_lock(hashtext('sarraf.${schema}'));
    ${missingSchema(schema)}
    ${definitions}`)
}

/** `create schema if not exists` needs the right to create schemas even where there is one. */
export const missingSchema = (schema: string): string => `
  do $$ begin
    if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
  end $$;`
