import type pg from 'pg'
import { NO_COMPANY } from './table.ts'

/** A company of which the tables show nothing from a certain event on. */
export interface ParkedCompany {
  /** Null for events whose company cannot be told. */
  readonly company: string | null
  /** The event that could not be shown, and why. */
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly error: string
  /** How many events wait, the first one included. */
  readonly waiting: number
}

/** A company whose first event has been shown, while the rest is on its way. */
const TAKEN_UP = 'is being taken up again'

interface ParkedRow {
  readonly company_id: string
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly error: string | null
  readonly waiting: string
}

/** What is parked in a projection's schema, company by company; empty when all is shown. */
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
    error: error ?? TAKEN_UP,
    waiting: Number(waiting),
  }))
}
