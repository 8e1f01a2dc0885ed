import type pg from 'pg'

/** Under this name PostgreSQL lists connections that ask for something every second. */
export const OWNER = 'sarraf projections'

/** How often an owner lets PostgreSQL hear of it, and how long it may be silent. */
export const PING_INTERVAL_MS = 1_000
const SILENT_FOR_MS = 3_000

/**
 * Ends the session of an owner that sleeps: its process is frozen, or its machine gone without a
 * word, while PostgreSQL still keeps its lock for it. One that wakes up finds its session ended, and
 * its epoch past. PostgreSQL's clock alone is looked at; one that is at work there is not silent.
 */
export async function endSleeper(client: pg.ClientBase, lock: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid)
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)
       and datname = current_database() and application_name = $2
       and (state <> 'active' or wait_event_type = 'Client')
       and clock_timestamp() - state_change > make_interval(secs => $3)`,
    [lock, OWNER, SILENT_FOR_MS / 1_000],
  )
  return rowCount === 1
}
