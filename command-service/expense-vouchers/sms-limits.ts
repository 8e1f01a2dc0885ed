import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { phoneDigits } from '#kernel/domain/phone.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import type { VoucherContent } from './voucher.ts'

/** How many SMS one phone may get over all documents of a company. */
export interface SmsLimits {
  /** Counts an SMS before it is sent; gives the seconds to wait where there were too many. */
  readonly take: (phone: CountedPhone) => Promise<CountedSms | { readonly retryAfter: number }>
}

export interface CountedPhone {
  readonly companyId: string
  readonly phone: string
}

export interface CountedSms {
  readonly retryAfter?: undefined
  /** No SMS was sent, so it does not count. */
  readonly giveBack: () => Promise<void>
}

interface Counting {
  readonly pool: pg.Pool
  readonly vault: Pick<Vault, 'pseudonym'>
  readonly logger: Logger
  /** Aborted at the end of the process. */
  readonly closing: AbortSignal
  /** 0 = no limit. */
  readonly perHour: number
  readonly perDay: number
}

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** The phone of a voucher's seller, in whatever way it was written. Of a forgotten person, the pseudonym stands for it. */
export const phoneOf = ({ seller, personRef }: VoucherContent): string =>
  phoneDigits(valueUnlessForgotten(seller)?.phone ?? '') ?? personRef

/**
 * Counted in the database: for all processes together, over their restarts. A phone has one row, so requests of the
 * same moment are counted one after the other. The row holds no phone, but its keyed hash, for a day.
 */
export async function smsLimitsIn({
  pool,
  vault,
  logger,
  closing,
  ...most
}: Counting): Promise<SmsLimits> {
  const { perHour, perDay } = most
  if (perHour === 0 && perDay === 0) return unlimitedSms
  await makeTables(pool, { schema: 'command', definitions: table })
  void every(HOUR_SECONDS * 1_000, closing, () =>
    pool.query(purge).then(
      () => undefined,
      (error: unknown) => logger.warn({ err: error }, 'purge failed'),
    ),
  )
  return {
    async take({ companyId, phone }) {
      const hashed = vault.pseudonym('sms', companyId, phone)
      const sms = randomUUID()
      const { rowCount } = await pool.query(count, [hashed, sms, perHour, perDay])
      if (rowCount === 0) return { retryAfter: await secondsToNext(hashed) }
      return {
        giveBack: () =>
          pool.query(discount, [hashed, sms]).then(
            () => undefined,
            (error: unknown) => logger.warn({ err: error }, 'an SMS that was not sent counts'),
          ),
      }
    },
  }

  async function secondsToNext(hashed: string): Promise<number> {
    const { rows } = await pool.query<{ age: number }>(agesOf, [hashed])
    return secondsUntilFree(
      rows.map(({ age }) => age),
      most,
    )
  }
}

const unlimitedSms: SmsLimits = {
  take: () => Promise.resolve({ giveBack: () => Promise.resolve() }),
}

/** From the ages in seconds of those that were counted, until both limits permit one more; at least a second. */
export function secondsUntilFree(
  ages: readonly number[],
  { perHour, perDay }: { readonly perHour: number; readonly perDay: number },
): number {
  const newestFirst = ages.toSorted((one, other) => one - other)
  const untilFree = (most: number, seconds: number) => {
    const last = most === 0 ? undefined : newestFirst[most - 1]
    return last === undefined ? 0 : seconds - last
  }
  const seconds = Math.max(untilFree(perHour, HOUR_SECONDS), untilFree(perDay, DAY_SECONDS))
  return Math.max(1, Math.ceil(seconds))
}

/** The times by the database's clock, in seconds since 1970. */
const NOW = 'extract(epoch from now())'

const within = (seconds: number) =>
  `(select count(*) from jsonb_each_text(kept.sent) where value::numeric > ${NOW} - ${seconds})`

const count = `
  insert into command.sms_limit as kept (phone, sent)
  values ($1, jsonb_build_object($2::text, ${NOW}))
  on conflict (phone) do update
  set last_at = now(), sent = excluded.sent || coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(kept.sent)
     where value::text::numeric > ${NOW} - ${DAY_SECONDS}), '{}')
  where ($3 = 0 or ${within(HOUR_SECONDS)} < $3)
    and ($4 = 0 or ${within(DAY_SECONDS)} < $4)`

const discount = `update command.sms_limit set sent = sent - $2 where phone = $1`

const agesOf = `
  select (${NOW} - value::numeric)::float8 as age
  from command.sms_limit, jsonb_each_text(sent) where phone = $1`

/** So that no hash of a phone stays. */
const purge = `delete from command.sms_limit where last_at < now() - interval '1 day'`

const table = `
  create table if not exists command.sms_limit (
    phone text primary key,
    sent jsonb not null,
    last_at timestamptz not null default now()
  );
`
