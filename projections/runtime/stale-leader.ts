import type pg from 'pg'

/** The application name of connections that send a heartbeat. */
export const LEADER_APPLICATION = 'sarraf projections'

/** How often a leader sends a heartbeat, and how long it may be silent. */
export const HEARTBEAT_INTERVAL_MS = 1_000
const SILENT_FOR_MS = 3_000

/**
 * Terminates the session of a stale leader: its process is frozen, or its machine has disappeared,
 * while PostgreSQL still holds its lock. A leader that resumes finds its session terminated and its
 * epoch outdated. Only PostgreSQL's clock is used; a session with a running statement is not silent.
 */
export async function terminateStaleLeader(client: pg.ClientBase, lock: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid)
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)
       and datname = current_database() and application_name = $2
       and (state <> 'active' or wait_event_type = 'Client')
       and clock_timestamp() - state_change > make_interval(secs => $3)`,
    [lock, LEADER_APPLICATION, SILENT_FOR_MS / 1_000],
  )
  return rowCount === 1
}
