import { setTimeout as pause } from 'node:timers/promises'
import { Client, DatabaseError, Pool } from 'pg'
import {
  beginSession,
  connectSession,
  kept,
  type SessionSettings,
} from '#kernel/platform/database/session.ts'
import { lookEvery } from '#kernel/platform/waiting/look-every.ts'
import { schema } from './schema.ts'

/** An arbitrary constant. It must never change, or two versions of the node could share a log. */
const LOCK_KEY = '5463915871094127'
const PATIENCE_MS = 10_000
/** A proxy may have forgotten a connection, or a page be read of a disk that is stuck. */
const ANSWER_WITHIN_MS = 30_000
/** Before a proxy or a firewall forgets a connection that nobody uses. */
const IDLE_MS = 30_000
const HEARTBEAT_EVERY_MS = 5_000
const SILENT_FOR_SECONDS = 20
const RETRY_MS = 100

/** Forces the use of indexes, because the statistics of a new table are misleading. */
const settings: SessionSettings = {
  synchronous_commit: 'on',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

/** Another node owns the log of this database. */
export class LogInUse extends Error {
  override readonly name = 'LogInUse'
}

export const openReadConnections = (databaseUrl: string, max: number) =>
  new Pool({
    connectionString: databaseUrl,
    application_name: 'event store reader',
    ...kept,
    onConnect: (client): unknown => beginSession(client, settings),
    max,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })

/**
 * The one connection that writes. It also holds the lock, so the lock cannot be free while a write
 * of its owner may still happen.
 */
export async function openOwnerConnection(databaseUrl: string): Promise<Client> {
  const deadline = Date.now() + PATIENCE_MS
  const connection = await connect(databaseUrl, deadline)
  try {
    await acquireLock(connection, deadline)
    await connection.query(schema)
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

/** After a crash the database may need a moment to recover. */
async function connect(databaseUrl: string, deadline: number): Promise<Client> {
  for (;;) {
    const connection = new Client({
      connectionString: databaseUrl,
      application_name: 'event store owner',
      connectionTimeoutMillis: PATIENCE_MS,
      ...kept,
    })
    // A running query reports the error itself. Without a listener it would end the process.
    connection.on('error', () => undefined)
    try {
      await connectSession(connection, settings)
      return connection
    } catch (error) {
      await connection.end().catch(() => undefined)
      if (!mayPass(error) || Date.now() > deadline) throw error
      await pause(RETRY_MS)
    }
  }
}

const passingErrors = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET'])

const mayPass = (error: unknown) =>
  (error instanceof DatabaseError || (error instanceof Error && 'code' in error)) &&
  passingErrors.has(String(error.code))

/**
 * Keeps proxies from forgetting the owner's connection, and tells `lost` when it is gone all the same. It shows
 * other nodes, too, that the owner lives.
 */
export function watchOwner(owner: Client, lost: (error: Error) => void): () => void {
  const heartbeat = { text: 'select 1', query_timeout: ANSWER_WITHIN_MS }
  return lookEvery(HEARTBEAT_EVERY_MS, () => owner.query(heartbeat).then(undefined, lost))
}

/**
 * Ends the session of an owner that is frozen, or that only a proxy still holds. A node writes over this session
 * alone, so it writes nothing more. Only PostgreSQL's clock counts; a session at work is not silent.
 */
const endSilentOwner = (connection: Client) =>
  connection.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = ${LOCK_KEY}
       and datname = current_database()
       and (state <> 'active' or wait_event_type = 'Client')
       and clock_timestamp() - state_change > interval '${SILENT_FOR_SECONDS} seconds'`,
  )

/** The session of a node that was killed may outlive it by a moment. */
async function acquireLock(connection: Client, deadline: number) {
  while (!(await tryLock(connection))) {
    await endSilentOwner(connection)
    if (Date.now() > deadline) {
      throw new LogInUse('another event store node owns the log in this database')
    }
    await pause(RETRY_MS)
  }
}

async function tryLock(connection: Client): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${LOCK_KEY}) as locked`,
  )
  return rows[0]?.locked === true
}
