import type pg from 'pg'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'

/**
 * The sessions that were signed out of, at least as long as their cookies would have counted. Who could delete
 * one would let its cookie count again, so only the preparation of the database does.
 */
export interface EndedSessions {
  readonly add: (sessionId: string, until: Date) => Promise<void>
  readonly has: (sessionId: string) => Promise<boolean>
}

export function endedSessionsIn(pool: pg.Pool): EndedSessions {
  let made: Promise<void> | undefined
  const tables = () => {
    made ??= makeTables(pool, auditTables).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
  return {
    async add(sessionId, until) {
      await tables()
      await pool.query(
        'insert into audit.ended_session (id, until) values ($1, $2) on conflict do nothing',
        [sessionId, until],
      )
    },
    async has(sessionId) {
      await tables()
      const { rowCount } = await pool.query('select from audit.ended_session where id = $1', [
        sessionId,
      ])
      return rowCount !== 0
    },
  }
}
