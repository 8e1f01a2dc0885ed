import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

interface Limit {
  readonly keyPrefix: string
  readonly points: number
  /** The window in seconds. */
  readonly duration: number
  /** From how many points on a flood is refused without a question to the database. */
  readonly inMemoryBlockOnConsumed?: number
}

/** A limit that is counted in the database: for all processes together, and over their restarts. */
export const limiterIn = (
  pool: pg.Pool,
  [schemaName, tableName]: readonly [schema: string, table: string],
  limit: Limit,
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName,
    tableName,
    tableCreated: true,
    ...limit,
  })

/** The table of a limiter. */
export const limitTable = (name: string): string => `
  create table if not exists ${name} (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );`

/** Takes one; undefined when there was one left. */
export async function takeFrom(
  limiter: RateLimiterPostgres,
  key: string,
): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

export const secondsToNext = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))
