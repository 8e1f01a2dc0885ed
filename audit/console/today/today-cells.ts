import type pg from 'pg'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** What a company's lists show of a day, and of the same weekday before, as far as state, hour and material are equal. */
export interface DayCell {
  readonly side: 'bought' | 'sold'
  /** `YYYY-MM-DD`, in the company's time zone. */
  readonly day: string
  readonly hour: number
  readonly state: string
  readonly material: string
  readonly documents: number
  readonly amount: string
  /** Fine metal. */
  readonly grams: string
}

export interface CompanyDay {
  readonly companyId: string
  readonly timeZone: string
  readonly day: string
}

export const DAYS_BEFORE = 7

/** Each of the two days is a range of the lists' own index, in the documents that lists show. */
export const cellsStatement = `
  with span as (
    select day, day::timestamp at time zone $2 as starts, (day + 1)::timestamp at time zone $2 as ends
    from unnest(array[$3::date, $3::date - ${DAYS_BEFORE}]) as day
  ), document as (
    select 'bought' as side, day, transaction_date,
      case when is_cancelled then 'cancelled' when lifecycle = 'draft' then coalesce(state, 'draft') else lifecycle end as state,
      template_material as material, amount, fine_grams
    from span join ${READ_MODEL}.expense_voucher
      on company_id = $1 and visible and transaction_date >= starts and transaction_date < ends
    union all
    select 'sold', day, transaction_date, case when cancelled_at is null then 'issued' else 'cancelled' end,
      material, payable_total, fine_grams
    from span join ${READ_MODEL}.invoice
      on company_id = $1 and visible and transaction_date >= starts and transaction_date < ends
  )
  select side, day::text, extract(hour from transaction_date at time zone $2)::int as hour, state, material,
    count(*)::int as documents, trim_scale(sum(amount))::text as amount,
    trim_scale(coalesce(sum(fine_grams), 0))::text as grams
  from document
  group by side, day, hour, state, material
  order by side, day, hour, state, material`

export async function dayCells(
  pool: Pick<pg.Pool, 'query'>,
  { companyId, timeZone, day }: CompanyDay,
): Promise<readonly DayCell[]> {
  const { rows } = await pool.query<DayCell>(cellsStatement, [companyId, timeZone, day])
  return rows
}
