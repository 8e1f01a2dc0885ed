import type pg from 'pg'
import { instantOf } from '#kernel/domain/instant.ts'
import { offsetOf } from '../checks/clock-offset.ts'

/** The clock that all processes have in common is the database's. */
export const COMMON_TIME = 'extract(epoch from clock_timestamp()) * 1000'

/** The common time in epoch milliseconds, for a program that runs for a short while. */
export async function commonClock(
  pool: Pick<pg.Pool, 'query'>,
  clock: () => number = Date.now,
): Promise<() => number> {
  const before = clock()
  const { rows } = await pool.query<{ now: string }>(`select ${COMMON_TIME} as now`)
  const after = clock()
  const offsetMs = offsetOf({ before, after, other: Number(rows[0]?.now ?? before) })
  return () => clock() - offsetMs
}

/** The common time at this moment, as events have it: a program's own machine may be days ahead or behind. */
export const commonInstant = async (pool: Pick<pg.Pool, 'query'>): Promise<string> =>
  instantOf((await commonClock(pool))())
