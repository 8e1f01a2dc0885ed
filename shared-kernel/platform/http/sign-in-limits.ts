import type pg from 'pg'
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
}

/** How often secrets may be tried (contract: Limits). */
export interface SignInLimits {
  /**
   * Counts an attempt before anything is hashed, for the user and for the address. Where there were too
   * many of one, it counts for neither, and gives the seconds to wait.
   */
  readonly begin: (attempt: SignInAttempt) => Promise<number | undefined>
  /** It was no guess, and does not count. */
  readonly forgive: (attempt: SignInAttempt) => Promise<void>
  /** Credentials that were right once are never held up. */
  readonly remember: (proof: string) => Promise<void>
  readonly wasRight: (proof: string) => Promise<boolean>
}

interface Limits {
  readonly pool: pg.Pool
  readonly logger: Logger
  /** Wrong secrets of one user from one address, and of all from one address; 0 = no limit. */
  readonly perUser: number
  readonly perAddress: number
}

const WINDOW_SECONDS = 15 * 60
/** More attempts than this above a limit are a flood, and not sign-ins whose outcome is open. */
const MOST_IN_FLIGHT = 200

/** Counted in the database: for all processes together, and over their restarts. */
export function signInLimits({ pool, logger, perUser, perAddress }: Limits): SignInLimits {
  const ofUser = perUser === 0 ? undefined : limiter(pool, 'user', perUser)
  const ofAddress = perAddress === 0 ? undefined : limiter(pool, 'address', perAddress)
  const isCounted = ofUser !== undefined || ofAddress !== undefined
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
    begin: ({ user, address }) =>
      counted(async () => {
        const tooManyOfUser = ofUser && (await takeFrom(ofUser, user))
        if (tooManyOfUser) return secondsToNext(tooManyOfUser)
        const tooManyOfAddress = ofAddress && (await takeFrom(ofAddress, address))
        if (tooManyOfAddress) await ofUser?.reward(user)
        return tooManyOfAddress && secondsToNext(tooManyOfAddress)
      }, undefined),
    forgive: ({ user, address }) =>
      counted(async () => {
        await Promise.all([ofAddress?.reward(address), ofUser?.reward(user)])
      }, undefined),
    remember: (proof) =>
      counted(async () => {
        await pool.query(
          `insert into sign_in.verified (proof) values ($1)
           on conflict (proof) do update set at = excluded.at`,
          [proof],
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

const limiter = (pool: pg.Pool, keyPrefix: string, points: number) =>
  limiterIn(pool, ['sign_in', 'attempt'], {
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    inMemoryBlockOnConsumed: points + MOST_IN_FLIGHT,
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
