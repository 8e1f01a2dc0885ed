import type pg from 'pg'

/** The clock that all processes have in common is the database's. */
export const COMMON_TIME = 'extract(epoch from clock_timestamp()) * 1000'

/** Epoch milliseconds. */
interface Measurement {
  /** By this machine's clock, before and after it asked for the common time. */
  readonly before: number
  readonly after: number
  readonly common: number
}

/** By how many milliseconds this machine's clock is ahead; 0 within the accuracy of measuring. */
export function offsetOf({ before, after, common }: Measurement): number {
  const now = Math.floor(common)
  return now < before ? before - now : Math.min(after - now, 0)
}

/** The common time in epoch milliseconds, for a program that runs for a short while. */
export async function commonClock(
  pool: Pick<pg.Pool, 'query'>,
  clock: () => number = Date.now,
): Promise<() => number> {
  const before = clock()
  const { rows } = await pool.query<{ now: string }>(`select ${COMMON_TIME} as now`)
  const after = clock()
  const offsetMs = offsetOf({ before, after, common: Number(rows[0]?.now ?? before) })
  return () => clock() - offsetMs
}
