import type pg from 'pg'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { makeTables, type OwnTables } from '#kernel/platform/database/postgres.ts'
import {
  limiterIn,
  limitTable,
  secondsToNext,
  takeFrom,
} from '#kernel/platform/database/rate-limiter.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'

/** Keyed hashes: the database keeps no names and no addresses. */
export interface SignInAttempt {
  readonly user: string
  readonly address: string
  /** The same for the wider network of the address, where it has one. */
  readonly wide?: { readonly user: string; readonly address: string } | undefined
}

/** How often secrets may be tried (contract: Limits). */
export interface SignInLimits {
  /**
   * Counts an attempt before anything is hashed, for the user and for the address. Where there were too
   * many of one, a minute has one more attempt; all others count for neither, and get the seconds to wait.
   */
  readonly begin: (attempt: SignInAttempt) => Promise<number | undefined>
  /** It was no guess, and does not count. */
  readonly forgive: (attempt: SignInAttempt) => Promise<void>
  /** Credentials that were right once are never held up. */
  readonly remember: (...proofs: readonly string[]) => Promise<void>
  readonly wasRight: (proof: string) => Promise<boolean>
}

interface Limits {
  readonly pool: pg.Pool
  readonly logger: Logger
  /** Wrong secrets of one user from one address, and of all from one address; 0 = no limit. */
  readonly perUser: number
  readonly perAddress: number
}

const TABLE = ['sign_in', 'attempt'] as const
const WINDOW_SECONDS = 15 * 60
/** Behind a limit one attempt is looked at in this time: a secret that was never used has no other way in. */
const TURN_SECONDS = 60
/** More attempts than this above a limit are a flood, and not sign-ins whose outcome is open. */
const MOST_IN_FLIGHT = 200
/** Several callers may share a wider network. */
const WIDE_FACTOR = 4

/** Counted in the database: for all processes together, and over their restarts. */
export function signInLimits({ pool, logger, perUser, perAddress }: Limits): SignInLimits {
  const limiters = {
    user: limitersOf(pool, 'user', perUser),
    address: limitersOf(pool, 'address', perAddress),
  }
  const isCounted = perUser > 0 || perAddress > 0
  const countersOf = ({ user, address, wide }: SignInAttempt): readonly Counter[] =>
    [
      { limiter: limiters.user?.narrow, key: user },
      { limiter: limiters.user?.wide, key: wide?.user },
      { limiter: limiters.address?.narrow, key: address },
      { limiter: limiters.address?.wide, key: wide?.address },
    ].filter(isCounter)
  let made: Promise<void> | undefined

  async function counted<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (!isCounted) return otherwise
    try {
      made ??= prepare(pool)
      await made
      return await work()
    } catch (error) {
      made = undefined
      logger.error({ err: error }, 'sign-ins cannot be counted')
      throw new Unavailable('sign-ins cannot be counted', 1, { cause: error })
    }
  }

  return {
    begin: (attempt) =>
      counted(async () => {
        const taken: Counter[] = []
        for (const counter of countersOf(attempt)) {
          const waitSeconds = await secondsToWait(counter)
          if (waitSeconds !== undefined) {
            await giveBack(taken)
            return waitSeconds
          }
          taken.push(counter)
        }
        return undefined
      }, undefined),
    forgive: (attempt) => counted(() => giveBack(countersOf(attempt)), undefined),
    remember: (...proofs) =>
      counted(async () => {
        await pool.query(
          `insert into sign_in.verified (proof) select distinct unnest($1::text[])
           on conflict (proof) do update set at = excluded.at`,
          [proofs],
        )
      }, undefined),
    wasRight: (proof) =>
      counted(async () => {
        const { rowCount } = await pool.query('select from sign_in.verified where proof = $1', [
          proof,
        ])
        return rowCount === 1
      }, false),
  }
}

interface Limiter {
  readonly attempts: RateLimiterPostgres
  /** Who is looked at although there were too many. */
  readonly turns: RateLimiterPostgres
}

interface Counter {
  readonly limiter: Limiter
  readonly key: string
}

/** Undefined if the attempt may be looked at: one of the first, or the one of this minute. */
async function secondsToWait({ limiter, key }: Counter): Promise<number | undefined> {
  const tooMany = await takeFrom(limiter.attempts, key)
  if (tooMany === undefined) return undefined
  const sinceFirst = WINDOW_SECONDS - secondsToNext(tooMany)
  if (sinceFirst < TURN_SECONDS) return TURN_SECONDS - sinceFirst
  const taken = await takeFrom(limiter.turns, key)
  return taken && Math.min(secondsToNext(taken), secondsToNext(tooMany))
}

const isCounter = (counter: Partial<Record<keyof Counter, unknown>>): counter is Counter =>
  counter.limiter !== undefined && counter.key !== undefined

async function giveBack(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limiter: from, key }) => from.attempts.reward(key)))
}

const limitersOf = (pool: pg.Pool, what: string, points: number) =>
  points === 0
    ? undefined
    : {
        narrow: limiter(pool, what, points),
        wide: limiter(pool, `${what}-wide`, WIDE_FACTOR * points),
      }

const limiter = (pool: pg.Pool, keyPrefix: string, points: number): Limiter => ({
  attempts: limiterIn(pool, TABLE, {
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    inMemoryBlockOnConsumed: points + MOST_IN_FLIGHT,
  }),
  turns: limiterIn(pool, TABLE, {
    keyPrefix: `${keyPrefix}-turn`,
    points: 1,
    duration: TURN_SECONDS,
    inMemoryBlockOnConsumed: 1,
  }),
})

async function prepare(pool: pg.Pool) {
  await makeTables(pool, signInTables)
  await pool.query(`delete from sign_in.verified where at < now() - interval '90 days'`)
}

export const signInTables: OwnTables = {
  schema: 'sign_in',
  definitions: `
  ${limitTable('sign_in.attempt')}
  create table if not exists sign_in.verified (
    proof text primary key,
    at timestamptz not null default now()
  );
`,
}
