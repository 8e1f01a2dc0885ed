import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import {
  type LogPosition,
  parseLogPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { inTransaction } from '#kernel/platform/transaction.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import { lockOf, schemasOf } from '#kernel/records/schemas.ts'
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

/** Removes what is left of these records elsewhere than in the tables that readers see. */
export async function clearAway(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  await vacuum(pool, tables)
  await dropUnserved(pool)
}

/**
 * Removes what PostgreSQL itself still holds of the records of these tables: versions of rows, and samples of
 * values in its statistics. Tables that count a record's names hold them as well.
 */
async function vacuum(pool: Pick<pg.Pool, 'query'>, tables: readonly string[]): Promise<void> {
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

/** Tables that were served before, or that a rebuild has left unfinished, follow the log no more: they show persons as they were. */
async function dropUnserved(pool: pg.Pool): Promise<void> {
  const { next, previous, obsolete } = schemasOf(READ_MODEL)
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
      [lockOf(next)],
    )
    if (rows[0]?.locked !== true) throw new RebuildUnderWay()
    for (const schema of [next, previous, obsolete]) {
      await client.query(`drop schema if exists ${schema} cascade`)
    }
  })
}

class RebuildUnderWay extends CommandError {
  constructor() {
    super(
      'The keys are destroyed and the served tables emptied, but a rebuild is under way. Run the same command again when it has ended: until then the tables that it leaves behind show what was there before.',
    )
  }
}
