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

const startOf = (daysBefore: number) => `($3::date - ${daysBefore})::timestamp at time zone $2`

/** Ranges whose limits are known when the statement is planned: a share of the index, and never the whole table. */
const onEitherDay = [0, DAYS_BEFORE]
  .map(
    (before) =>
      `transaction_date >= ${startOf(before)} and transaction_date < ${startOf(before - 1)}`,
  )
  .join(' or ')

/** In the documents that lists show, by the lists' own index. */
export const cellsStatement = `
  with document as (
    select 'bought' as side, transaction_date,
      case when is_cancelled then 'cancelled' when lifecycle = 'draft' then coalesce(state, 'draft') else lifecycle end as state,
      template_material as material, amount, fine_grams
    from ${READ_MODEL}.expense_voucher
    where company_id = $1 and visible and (${onEitherDay})
    union all
    select 'sold', transaction_date, case when cancelled_at is null then 'issued' else 'cancelled' end,
      material, payable_total, fine_grams
    from ${READ_MODEL}.invoice
    where company_id = $1 and visible and (${onEitherDay})
  ), timed as (
    select document.*, transaction_date at time zone $2 as at from document
  )
  select side, at::date::text as day, extract(hour from at)::int as hour, state, material,
    count(*)::int as documents, trim_scale(sum(amount))::text as amount,
    trim_scale(coalesce(sum(fine_grams), 0))::text as grams
  from timed
  group by side, at::date, hour, state, material
  order by side, at::date, hour, state, material`

export async function dayCells(
  pool: Pick<pg.Pool, 'query'>,
  { companyId, timeZone, day }: CompanyDay,
): Promise<readonly DayCell[]> {
  const { rows } = await pool.query<DayCell>(cellsStatement, [companyId, timeZone, day])
  return rows
}
