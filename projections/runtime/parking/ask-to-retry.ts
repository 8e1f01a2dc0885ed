import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type ParkedCompany, parkedIn } from './parked-in.ts'
import { retryChannel } from './retries.ts'
import { NO_COMPANY } from './table.ts'

const LOOK_EVERY_MS = 100

interface RetryWish {
  readonly schema: string
  /** Absent: all that are parked. */
  readonly companyId?: string | undefined
  readonly withinMs: number
}

/**
 * Lets the owner of the tables try again what is parked, and waits until it has. Gives what is
 * parked then; undefined when it has not come to it in time.
 */
export async function askToRetry(
  client: pg.ClientBase,
  { schema, companyId, withinMs }: RetryWish,
): Promise<readonly ParkedCompany[] | undefined> {
  const { rows } = await client.query<{ asked_at: string }>(
    'select clock_timestamp()::text as asked_at, pg_notify($1, $2)',
    [retryChannel(schema), companyId ?? ''],
  )
  const askedAt = rows[0]?.asked_at ?? ''
  const deadline = Date.now() + withinMs
  while (await isUntried(client, { schema, companyId, askedAt })) {
    if (Date.now() > deadline) return undefined
    await pause(LOOK_EVERY_MS)
  }
  const parked = await parkedIn(client, schema)
  return parked.filter(
    ({ company }) => companyId === undefined || (company ?? NO_COMPANY) === companyId,
  )
}

interface Trial extends Omit<RetryWish, 'withinMs'> {
  readonly askedAt: string
}

/** As long as a first event stands there that was not tried since, or is being taken up. */
async function isUntried(client: pg.ClientBase, { schema, companyId, askedAt }: Trial) {
  const { rows } = await client.query<{ untried: boolean }>(
    `select exists (
       select from (
         select distinct on (company_id) tried_at from ${schema}.parked_event
         where $1::text is null or company_id = $1 order by company_id, position
       ) as first
       where tried_at is null or tried_at < $2::timestamptz
     ) as untried`,
    [companyId ?? null, askedAt],
  )
  return rows[0]?.untried === true
}
