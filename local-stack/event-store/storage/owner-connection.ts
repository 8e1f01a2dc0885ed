import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { schema } from './schema.ts'

/** Any constant will do; it must stay the same, or two versions of the node could share a log. */
const LOCK_KEY = '5463915871094127'
const LOCK_PATIENCE_MS = 10_000
const LOCK_RETRY_MS = 100

/** Another node owns the log of this database. */
export class LogInUse extends Error {
  override readonly name = 'LogInUse'
}

/**
 * The one connection that writes. It also holds the lock, so the lock cannot be free while a write
 * of its owner may still happen.
 */
export async function openOwnerConnection(databaseUrl: string): Promise<pg.Client> {
  const connection = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'event store writer',
    options: '-c synchronous_commit=on',
    keepAlive: true,
  })
  await connection.connect()
  try {
    await acquireLock(connection)
    await connection.query(schema)
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

/** The session of a node that was killed may outlive it by a moment. */
async function acquireLock(connection: pg.Client) {
  const deadline = Date.now() + LOCK_PATIENCE_MS
  while (!(await tryLock(connection))) {
    if (Date.now() > deadline) {
      throw new LogInUse('another event store node owns the log in this database')
    }
    await pause(LOCK_RETRY_MS)
  }
}

async function tryLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${LOCK_KEY}) as locked`,
  )
  return rows[0]?.locked === true
}
