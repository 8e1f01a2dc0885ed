import type pg from 'pg'
import { OLDEST, STRICTEST } from '#kernel/records/customers.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** Checks since the beginning of a day, and the newest of those that matched. */
export interface ChecksOfDay {
  readonly all: number
  readonly matched: number
  readonly rescreening: number
  readonly newest: readonly Check[]
}

interface Check {
  readonly id: string
  readonly name: string | null
  readonly at: Date
  readonly source: string
  readonly masak: number
  readonly wanted: number
  readonly pep: number
}

const MOST_SHOWN = 20
const MATCHES = 'masak_count + wanted_count + pep_count > 0'

/** Read by the index of the list, and so no more than the day's. */
export async function checksSince(
  pool: pg.Pool,
  companyId: string,
  since: number,
): Promise<ChecksOfDay> {
  const from = `from ${READ_MODEL}.sanction_check where company_id = $1 and created_at >= $2`
  const values = [companyId, String(since * 1_000)]
  const counted = await pool.query<Omit<ChecksOfDay, 'newest'>>(
    `select count(*)::integer as all, (count(*) filter (where ${MATCHES}))::integer as matched,
       (count(*) filter (where source = 'rescreening'))::integer as rescreening ${from}`,
    values,
  )
  const { rows: newest } = await pool.query<Check>(
    `select id, full_name as name, checked_at as at, source, masak_count as masak,
       wanted_count as wanted, pep_count as pep
     ${from} and ${MATCHES} order by created_at desc, id desc limit ${MOST_SHOWN}`,
    values,
  )
  return { all: 0, matched: 0, rescreening: 0, ...counted.rows[0], newest }
}

export interface ChangedLevel {
  /** Of the event. */
  readonly id: string
  /** Null if the person has no account. */
  readonly name: string | null
  readonly at: Date
  /** Null: it is the person's first. */
  readonly before: number | null
  readonly level: number
}

const MOST_EVENTS = 200

/** Among the newest events of the register, those that gave a person another level than the one before. */
export async function changedLevels(
  pool: pg.Pool,
  companyId: string,
  since: Date,
): Promise<readonly ChangedLevel[]> {
  const { rows } = await pool.query<ChangedLevel>(
    `select event.id, customer.name_surname as name, event.event_date as at,
       earlier.record_level as before, event.record_level as level
     from (
       select * from ${READ_MODEL}.customer_event
       where company_id = $1 and event_date >= $2 and id_no is not null
       order by event_date desc, id desc limit ${MOST_EVENTS}
     ) as event
     left join lateral (
       select record_level from ${READ_MODEL}.customer_event as other
       where other.company_id = $1 and other.normal_number = event.normal_number
         and (other.event_date, other.id) < (event.event_date, event.id)
       order by other.event_date desc, other.id desc limit 1
     ) as earlier on true
     left join lateral (
       select name_surname from ${READ_MODEL}.customer
       where company_id = $1 and normal_number = event.normal_number
       order by ${STRICTEST}, id_no = event.id_no desc, ${OLDEST} limit 1
     ) as customer on true
     where event.record_level is distinct from earlier.record_level
     order by event.event_date desc, event.id desc limit ${MOST_SHOWN}`,
    [companyId, since],
  )
  return rows
}
