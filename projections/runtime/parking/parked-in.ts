import type pg from 'pg'
import { NO_COMPANY } from './table.ts'

/** A company whose events wait from a certain event on. */
export interface ParkedCompany {
  /** Null for events whose company is unknown. */
  readonly company: string | null
  /** The event that could not be projected, and why. */
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly error: string
  /** How many events wait, the first one included. */
  readonly waiting: number
}

/** For a company whose first event has been projected, while the rest follows. */
const RETRYING = 'is being retried'

interface ParkedRow {
  readonly company_id: string
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly error: string | null
  readonly waiting: string
}

/** The parked companies in a projection's schema. */
export async function parkedIn(
  client: pg.ClientBase | pg.Pool,
  schema: string,
): Promise<readonly ParkedCompany[]> {
  const { rows } = await client.query<ParkedRow>(
    `select distinct on (company_id) company_id, stream, revision::text, type, error,
       count(*) over (partition by company_id)::text as waiting
     from ${schema}.parked_event order by company_id, position`,
  )
  return rows.map(({ company_id, stream, revision, type, error, waiting }) => ({
    company: company_id === NO_COMPANY ? null : company_id,
    stream,
    revision,
    type,
    error: error ?? RETRYING,
    waiting: Number(waiting),
  }))
}

/** Streams that wait by themselves, with the company of the event that waits in them. */
export async function stuckStreams(
  client: pg.ClientBase,
  schema: string,
  categories: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ stream: string; company_id: string }>(
    `select distinct on (stream) stream, company_id from ${schema}.parked_event
     where split_part(stream, '-', 1) = any($1) order by stream, position`,
    [categories],
  )
  return new Map(rows.map(({ stream, company_id }) => [stream, company_id]))
}
