import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type ParkedCompany, parkedIn } from './parked-in.ts'
import { retryChannel } from './retries.ts'
import { NO_COMPANY } from './table.ts'

const POLL_EVERY_MS = 100

interface RetryRequest {
  readonly schema: string
  /** By default all parked companies. */
  readonly companyId?: string | undefined
  readonly withinMs: number
}

/**
 * Asks the leader to retry parked events and waits until it has done so. Returns what is parked then;
 * undefined if it takes too long.
 */
export async function askToRetry(
  client: pg.ClientBase,
  { schema, companyId, withinMs }: RetryRequest,
): Promise<readonly ParkedCompany[] | undefined> {
  const { rows } = await client.query<{ asked_at: string }>(
    'select clock_timestamp()::text as asked_at, pg_notify($1, $2)',
    [retryChannel(schema), companyId ?? ''],
  )
  const askedAt = rows[0]?.asked_at ?? ''
  const deadline = Date.now() + withinMs
  while (await isUntried(client, { schema, companyId, askedAt })) {
    if (Date.now() > deadline) return undefined
    await pause(POLL_EVERY_MS)
  }
  const parked = await parkedIn(client, schema)
  return parked.filter(
    ({ company }) => companyId === undefined || (company ?? NO_COMPANY) === companyId,
  )
}

interface Trial extends Omit<RetryRequest, 'withinMs'> {
  readonly askedAt: string
}

/** True while a company's first parked event has not been tried since, or its retry is running. */
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
