import { METALS } from '#kernel/domain/fine-metal.ts'
import type { NamedCompany } from './companies.ts'

/** What the report asks of the documents of a month. */
export interface Question {
  readonly sql: string
  /** The form of its chart, and what a row says. */
  readonly kind: 'grams' | 'lira' | 'units' | 'states'
}

export interface ReportRequest {
  /** `YYYY-MM`. */
  readonly month: string
  readonly isTest: boolean
}

const textOf = (value: string) => `'${value.replaceAll("'", "''")}'`
const metals = [...METALS].map(textOf).join(', ')

/** Decimals are texts in JSON: with more digits behind the point than any document has. */
const DECIMAL = 'decimal(38, 12)'

/** One row for each document, over the tables of `docs/analytics/snapshot.py`. */
export const documentView = (
  companies: readonly NamedCompany[],
): string => `create or replace view document as
with company(company_id, time_zone) as (
  values ${companies.map(({ id, timeZone }) => `(${textOf(id)}, ${textOf(timeZone)})`).join(', ') || '(null, null)'}
), recorded as (
  select 'bought' as side, state from expense_voucher
  union all
  select 'sold', state from invoice
)
select
  side,
  state->>'companyId' as company_id,
  -- The company's own day. A document of an earlier release has none: then that of its time zone.
  coalesce(
    (state->>'day')::date,
    timezone(time_zone, (state->>'transactionDate')::timestamptz)::date
  ) as day,
  -- A cancelled voucher keeps its status. Earlier releases said so in an answer of the provider alone.
  case
    when (state->>'cancelledAt') is not null then 'cancelled'
    when (state->>'found') = 'cancelled' or (state->>'cancelled') = 'true' then 'cancelled'
    else coalesce(state->>'status', 'unknown')
  end as status,
  coalesce((state->>'environment') = 'test', false) as is_test,
  state->>'material' as material,
  coalesce(state->>'fineGrams', '0')::${DECIMAL} as grams,
  (state->>'quantity')::${DECIMAL} as quantity,
  (state->>'amount')::${DECIMAL} as lira
from recorded
left join company on company.company_id = (state->>'companyId')`

/** In the order of the report. */
export function questionsOf({ month, isTest }: ReportRequest): readonly Question[] {
  const inMonth = `strftime(day, '%Y-%m') = ${textOf(month)} and ${isTest ? 'is_test' : 'not is_test'}`
  const counts = `status in ('finalized', 'issued')`
  return [
    {
      kind: 'grams',
      sql: `select company_id, material, day::text as place, side, sum(grams)::text as figure
from document
where ${inMonth} and ${counts} and material in (${metals})
group by all order by all`,
    },
    {
      kind: 'lira',
      sql: `select company_id, null as material, day::text as place, side, sum(lira)::text as figure
from document
where ${inMonth} and ${counts}
group by all order by all`,
    },
    {
      kind: 'units',
      sql: `select company_id, material, day::text as place, side, sum(quantity)::text as figure
from document
where ${inMonth} and ${counts} and material not in (${metals})
group by all order by all`,
    },
    {
      kind: 'states',
      sql: `select company_id, null as material, status as place, side, count(*)::text as figure
from document
where ${inMonth}
group by all order by all`,
    },
  ]
}

/** The documents of the other environment in the month, which the figures leave out. */
export const leftOutOf = ({ month, isTest }: ReportRequest): string =>
  `select company_id, null as material, '' as place, '' as side, count(*)::text as figure
from document
where strftime(day, '%Y-%m') = ${textOf(month)} and ${isTest ? 'not is_test' : 'is_test'}
group by all order by all`
