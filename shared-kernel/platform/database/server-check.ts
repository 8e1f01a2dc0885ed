import { type Client, DatabaseError } from 'pg'
import { ConfigurationError } from '../settings/read.ts'
import { checkingClient } from './checking-client.ts'
import { connectSession } from './session.ts'
import { tlsFault, unreadableFile } from './tls-faults.ts'

const OLDEST_VERSION = 16
const STATEMENT_TIMEOUT_MS = 5_000

/** What a server and a database must have, before anything is written. */
interface ServerFacts {
  /** As `server_version_num`: 160014. */
  readonly version: number
  readonly encoding: string
  readonly role: string
  /** Whether the tables that processes share are missing, and this role may not create them. */
  readonly lacksTables: boolean
  /** A standby, which follows another server. */
  readonly isStandby: boolean
  /** Where `default_transaction_read_only` is on: `user`, `database`, `configuration file` …; null if it is off. */
  readonly readOnlyBy: string | null
  /** Whether a statement may run in another session than the one before it. */
  readonly sharesSessions: boolean
}

/** One line that says what is wrong and what to do; undefined if the system can run there. */
export function unfitness(facts: ServerFacts): string | undefined {
  const { version, encoding, role, lacksTables, sharesSessions, isStandby, readOnlyBy } = facts
  const major = Math.floor(version / 10_000)
  if (sharesSessions) return BEHIND_POOLER
  if (major < OLDEST_VERSION) {
    return `DATABASE_URL: Sarraf needs PostgreSQL ${OLDEST_VERSION} or later, and this server is ${major}.${version % 10_000}: upgrade it`
  }
  if (encoding !== 'UTF8') {
    return `DATABASE_URL: the database has the encoding ${encoding}: make one with "create database sarraf encoding 'UTF8' template template0"`
  }
  if (isStandby) {
    return 'DATABASE_URL: the server is a standby, where nothing can be written: give the address of the primary (a standby may be READ_DATABASE_URL)'
  }
  if (readOnlyBy !== null) {
    return `DATABASE_URL: nothing can be written: default_transaction_read_only is on (${readOnlyBy}): turn it off for the role ${role}, or give the address of a database that can be written`
  }
  if (lacksTables) {
    return `DATABASE_URL: the role ${role} may not create schemas in this database: ${GIVE_RIGHTS}`
  }
  return undefined
}

const BEHIND_POOLER =
  'DATABASE_URL leads to a connection pooler such as PgBouncer, where sessions do not keep locks, settings and notifications: give the address of PostgreSQL itself'

/** PgBouncer, where PostgreSQL itself accepts the same. */
const POOLER_SAYS = /unsupported startup parameter|statement pooling mode/

const GIVE_RIGHTS =
  'make it the owner of the database, or run "npm run database -- prepare" as an administrator and give each process its role (docs/postgresql.md)'

const SETTING = 'DATABASE_URL'

/**
 * Throws a `ConfigurationError` that names the setting if the system cannot run on this server. One that
 * does not answer now may do so later, so that is no verdict.
 */
export async function checkServer(databaseUrl: string, setting = SETTING): Promise<void> {
  const refused = (message: string, cause?: unknown) =>
    new ConfigurationError(message.replace(SETTING, setting), { cause })
  const unreadable = unreadableFile(databaseUrl)
  if (unreadable !== undefined) throw refused(unreadable)
  const client = checkingClient(databaseUrl)
  try {
    await connectSession(client, limited)
    await refuseUnfitServer(client, databaseUrl, setting !== SETTING)
  } catch (error) {
    const fault = settingsFault(error)
    if (fault !== undefined) throw refused(fault.message, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The same on a connection that is open. A database that is only read may be a standby. */
export async function refuseUnfitServer(
  client: Client,
  databaseUrl: string,
  isOnlyRead = false,
): Promise<void> {
  const { rows } = await client.query<Omit<ServerFacts, 'sharesSessions'> & { session: number }>(
    `select current_setting('server_version_num')::integer as version,
       current_setting('server_encoding') as encoding,
       quote_ident(current_user) as role,
       pg_is_in_recovery() and not ${isOnlyRead} as "isStandby",
       (select source from pg_settings
        where name = 'default_transaction_read_only' and setting = 'on' and not ${isOnlyRead}) as "readOnlyBy",
       to_regnamespace('vault') is null and not pg_is_in_recovery()
         and not has_database_privilege(current_database(), 'create') as "lacksTables",
       pg_backend_pid() as session`,
  )
  const [found] = rows
  if (found === undefined) return
  const sharesSessions = await canLoseSession(client, found.session, databaseUrl)
  const reason = unfitness({ ...found, sharesSessions })
  if (reason !== undefined) throw new ConfigurationError(reason)
}

/**
 * A pooler says another process id than the server. In session mode that does no harm; in
 * transaction mode the transaction of one client takes the session of another one.
 */
async function canLoseSession(client: Client, session: number, databaseUrl: string) {
  if (saidBy(client) === session) return false
  const other = checkingClient(databaseUrl)
  try {
    await connectSession(other, limited)
    await other.query('begin')
    return (await sessionOf(other)) === session || (await sessionOf(client)) !== session
  } finally {
    await other.end().catch(() => undefined)
  }
}

/** The process id that came with the connection; the types of `pg` leave it out. */
const saidBy = (client: Client): unknown => ('processID' in client ? client.processID : undefined)

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ session: number }>('select pg_backend_pid() as session')
  return rows[0]?.session
}

const limited = { statement_timeout: String(STATEMENT_TIMEOUT_MS) }

/** An error that stays until somebody changes a setting or the database; undefined for any other. */
export function settingsFault(error: unknown): ConfigurationError | undefined {
  if (error instanceof ConfigurationError) return error
  const line = error instanceof DatabaseError ? lineFor(error) : tlsFault(error)
  return line === undefined ? undefined : new ConfigurationError(line, { cause: error })
}

function lineFor({ code, message }: DatabaseError): string | undefined {
  switch (code) {
    case '42501':
      return `DATABASE_URL: the role lacks a right (${message}): ${GIVE_RIGHTS}`
    case '28P01':
    case '28000':
      return `DATABASE_URL: PostgreSQL refuses to sign in (${message}): check role, password and pg_hba.conf`
    case '3D000':
      return `DATABASE_URL: ${message}: create it first (docs/postgresql.md)`
    case '08P01':
      return POOLER_SAYS.test(message) ? BEHIND_POOLER : undefined
    default:
      return undefined
  }
}
