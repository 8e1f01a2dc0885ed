import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Counter, type Registry } from 'prom-client'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { detail } from '#kernel/domain/detail.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import {
  limiterIn,
  limitTable,
  secondsToNext,
  takeFrom,
} from '#kernel/platform/database/rate-limiter.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'

/** How many queries may be made at the register (contract: Limits). */
export interface KmtsLimits {
  /** Counts a query of that caller; rejects one too many, and any that cannot be counted. */
  readonly take: (caller: Caller) => Promise<void>
}

const PER_KEY = 10
const PER_COMPANY = 60
const WINDOW_SECONDS = 60
const PATIENCE_MS = 5_000
const RETRY_AFTER_SECONDS = 2

interface Counting {
  readonly pool: pg.Pool
  readonly logger: Logger
  readonly registry: Registry
}

/** Counted in the database: for all processes together, and over their restarts. */
export async function kmtsLimitsIn({ pool, logger, registry }: Counting): Promise<KmtsLimits> {
  const queries = new Counter({
    name: 'sarraf_kmts_queries_total',
    help: 'Queries of the KMTS register that were permitted, limited or could not be counted',
    labelNames: ['limit'],
    registers: [registry],
  })
  // A counter that begins with its first event shows no increase by it.
  for (const limit of ['permitted', 'limited', 'uncountable']) queries.inc({ limit }, 0)
  await makeTables(pool, { schema: 'command', definitions: limitTable('command.kmts_limit') })
  const perKey = limiter(pool, 'key', PER_KEY)
  const perCompany = limiter(pool, 'company', PER_COMPANY)

  /** A company that has none left is not asked of its keys: they lose nothing by that. */
  async function refusalOf({ companyId, apiUserId }: Caller): Promise<RateLimiterRes | undefined> {
    const company = await perCompany.get(companyId)
    if (company?.remainingPoints === 0) return company
    return (await takeFrom(perKey, shortOf(apiUserId))) ?? takeFrom(perCompany, companyId)
  }

  function uncountable(error: unknown) {
    queries.inc({ limit: 'uncountable' })
    logger.error({ err: error }, 'KMTS queries cannot be counted')
    const message = 'The limit cannot be checked now; try again later.'
    return reject('KMTS_RATE_LIMIT_UNAVAILABLE', message, [
      detail('request', 'unavailable', { retryAfter: RETRY_AFTER_SECONDS, retryable: true }),
    ])
  }

  return {
    async take(caller) {
      const refusal = await answerWithin(PATIENCE_MS, refusalOf(caller)).catch(uncountable)
      queries.inc({ limit: refusal === undefined ? 'permitted' : 'limited' })
      if (refusal !== undefined) refuse(refusal)
    },
  }
}

function refuse(refusal: RateLimiterRes) {
  const retryAfter = secondsToNext(refusal)
  const message = filled('Too many queries; the next one may be made in {seconds} s.', {
    seconds: retryAfter,
  })
  return reject('KMTS_RATE_LIMITED', message, [
    detail('request', 'rateLimit', { retryAfter, retryable: true }),
  ])
}

const limiter = (pool: pg.Pool, keyPrefix: string, points: number) =>
  limiterIn(pool, ['command', 'kmts_limit'], { keyPrefix, points, duration: WINDOW_SECONDS })

/** The table's keys are shorter than a user's name may be. */
const shortOf = (apiUserId: string) => createHash('sha256').update(apiUserId).digest('hex')
