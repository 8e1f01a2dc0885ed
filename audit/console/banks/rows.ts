import type { AuditedSystem } from '#audit/audited-system.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** An account, and what of it waits for a person. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly iban: string | null
  readonly currency: string
  /** Whether the bank can be asked. */
  readonly integrated: boolean
  readonly archived: boolean
  readonly lastQueriedAt: Date | null
  readonly unreadable: number
  readonly contradicts: number
}

/** A booking that waits for a decision. */
export interface WaitingBooking {
  readonly id: string
  readonly account: string
  readonly reason: 'unreadable' | 'contradicts'
  readonly transactionDate: Date | null
  readonly amount: string | null
  readonly currency: string | null
  readonly setAsideAt: Date
}

export const MOST_ACCOUNTS = 200
export const MOST_WAITING = 50

/** In the order of the API's list. */
export async function accountsOf(
  { pool }: Pick<AuditedSystem, 'pool'>,
  companyId: string,
): Promise<readonly Account[]> {
  const { rows } = await pool.query<Account>(
    `select id, name, iban, currency, integrated, archived, last_queried_at as "lastQueriedAt",
       count(reason) filter (where reason = 'unreadable')::integer as unreadable,
       count(reason) filter (where reason = 'contradicts')::integer as contradicts
     from (
       select * from ${READ_MODEL}.bank_account where company_id = $1
       order by archived, created_at, id limit ${MOST_ACCOUNTS}
     ) as account
     left join (
       select account_id, reason from ${READ_MODEL}.set_aside_booking
       where company_id = $1 and state = 'open'
     ) as booking on booking.account_id = account.id
     group by id, name, iban, currency, integrated, archived, last_queried_at, created_at
     order by archived, created_at, id`,
    [companyId],
  )
  return rows
}

/** The oldest first. */
export async function waitingBookings(
  { pool }: Pick<AuditedSystem, 'pool'>,
  companyId: string,
): Promise<readonly WaitingBooking[]> {
  const { rows } = await pool.query<WaitingBooking>(
    `select booking.id, coalesce(account.name, booking.account_id) as account, booking.reason,
       transaction_date as "transactionDate", trim_scale(amount)::text as amount, booking.currency,
       set_aside_at as "setAsideAt"
     from ${READ_MODEL}.set_aside_booking as booking
     left join ${READ_MODEL}.bank_account as account
       on account.company_id = $1 and account.id = booking.account_id
     where booking.company_id = $1 and state = 'open'
     order by set_aside_at, booking.id limit ${MOST_WAITING}`,
    [companyId],
  )
  return rows
}
