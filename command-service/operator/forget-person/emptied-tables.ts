import type pg from 'pg'
import {
  type LogPosition,
  parseLogPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import { untilNobodyIsBehind } from '../until-nobody-is-behind.ts'

const STANDSTILL_MS = 30_000

/** Waits until every shard's tables show what was recorded. */
export async function untilShown(
  pool: Pick<pg.Pool, 'query'>,
  position: LogPosition,
): Promise<void> {
  const whoIsBehind = async () => {
    const { rows } = await pool.query<{ shown: string | null }>(
      `select min(position)::text as shown from ${READ_MODEL}.checkpoint`,
    )
    const shown = rows[0]?.shown
    const at = shown == null ? START_OF_LOG : parseLogPosition(shown)
    return at < position ? [{ name: 'read models', position: at }] : []
  }
  await untilNobodyIsBehind(whoIsBehind, {
    standstillMs: STANDSTILL_MS,
    recorded: 'The keys are destroyed, but the tables not yet emptied',
  })
}

/**
 * Removes what PostgreSQL itself still holds of the records of these tables: versions of rows, and samples of
 * values in its statistics. Tables that count a record's names hold them as well.
 */
export async function clearAway(
  pool: Pick<pg.Pool, 'query'>,
  tables: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables, unnest($2::text[]) as record
     where schemaname = $1
       and (tablename = record or tablename like replace(record, '_', '\\_') || '\\_%\\_count')
     group by name`,
    [READ_MODEL, tables],
  )
  const shown = rows.map(({ name }) => name)
  await pool.query(`vacuum (analyze) ${[...shown, 'vault.idempotency'].join(', ')}`)
}
