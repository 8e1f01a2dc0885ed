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

/** Removes what PostgreSQL itself still holds: versions of rows, and samples of values in its statistics. */
export async function clearAway(
  pool: Pick<pg.Pool, 'query'>,
  tables: readonly string[],
): Promise<void> {
  const shown = tables.map((name) => `${READ_MODEL}.${name}`)
  await pool.query(`vacuum (analyze) ${[...shown, 'vault.idempotency'].join(', ')}`)
}
