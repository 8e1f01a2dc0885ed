import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { unpreparedDatabaseForThisTest } from '#test/support/database.ts'
import { execute } from '#test/support/execute.ts'
import { statementTimes } from '../tables/times.ts'
import { inOrder } from './in-order.ts'

/**
 * PostgreSQL whose time is what a session says: a schema with `now()` is before PostgreSQL's own in the path
 * in which it looks for functions.
 */
const clock = `
  create schema clock;
  create function clock.now() returns timestamptz language sql stable
    as $$ select coalesce(
      nullif(current_setting('clock.at', true), '')::timestamptz, pg_catalog.now()) $$;
  create function clock.clock_timestamp() returns timestamptz language sql stable
    as $$ select clock.now() $$`

const PATH = 'clock, pg_catalog, public'

/** An empty database for the running test, whose statements are executed at the times of the model's. */
export async function postgresUnderSetClock(nowMs: () => number) {
  const url = await unpreparedDatabaseForThisTest()
  await execute(url, clock)
  // One connection: statements are executed in the order in which they were sent.
  const session = { logger: silentLogger, max: 1, name: 'test', session: { search_path: PATH } }
  const pool = openPool(url, session)
  onTestFinished(() => pool.end())
  let timeOfStatement = statementTimes(nowMs)
  const { send, settled } = inOrder()

  return {
    url,
    query: (statement: string | { readonly text: string }, values?: unknown[]) =>
      send(async () => {
        const at = timestampText(timeOfStatement())
        await pool.query(`select set_config('clock.at', $1, false)`, [at])
        const answers: pg.QueryResult | readonly pg.QueryResult[] = await pool.query(
          statement,
          values,
        )
        return Array.isArray(answers) ? deletedBy(answers) : answers
      }),
    settled,
    /** As before the first instance, but for the tables of the vault. */
    async emptied() {
      await pool.query('drop schema if exists command cascade; truncate vault.idempotency')
      timeOfStatement = statementTimes(nowMs)
    },
  }
}

/** Of statements that were sent together. */
const deletedBy = (answers: readonly pg.QueryResult[]) => ({
  rows: [],
  rowCount: answers
    .filter(({ command }) => command === 'DELETE')
    .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
})

const timestampText = (micros: number) =>
  new Date(Math.floor(micros / 1_000))
    .toISOString()
    .replace('Z', `${micros % 1_000}`.padStart(3, '0').concat('Z'))
