-- Figures of a month (`YYYY-MM`, set variable month), for each company and day: fine metal in grams, amounts in lira, units of
-- currency, and documents by state. For DuckDB, over the tables of snapshot.py. Decimals are texts in JSON, so nothing is rounded.
with recorded as (
  select 'bought' as side, state from expense_voucher
  union all
  select 'sold', state from invoice
), document as (
  select
    side,
    state->>'companyId' as company_id,
    -- The company's own day. Documents of earlier releases do not have it: Istanbul's then, at this offset since 2016.
    coalesce(
      state->>'day',
      strftime(timezone('UTC', (state->>'transactionDate')::timestamptz) + interval 3 hours, '%Y-%m-%d')
    ) as day,
    -- A voucher may also be cancelled in the provider's portal; earlier releases said so in an answer of the provider alone.
    case
      when (state->>'cancelledAt') is not null then 'cancelled'
      when (state->>'found') = 'cancelled' or (state->>'cancelled') = 'true' then 'cancelled'
      else coalesce(state->>'status', 'unknown')
    end as status,
    state->>'material' as material,
    (state->>'material') in ('gold', 'silver', 'platin', 'paladyum') as is_metal,
    coalesce(state->>'fineGrams', '0')::decimal(38, 8) as grams,
    (state->>'quantity')::decimal(38, 8) as units,
    (state->>'amount')::decimal(38, 8) as lira
  from recorded
  where coalesce(state->>'environment', '') <> 'test'
), figure as (
  select company_id, day, side, material || ', grams of fine metal' as question, sum(grams) as figure
  from document where status in ('finalized', 'issued') and is_metal group by all
  union all
  select company_id, day, side, material || ', units', sum(units)
  from document where status in ('finalized', 'issued') and not is_metal group by all
  union all
  select company_id, day, side, 'lira', sum(lira)
  from document where status in ('finalized', 'issued') group by all
  union all
  select company_id, day, side, 'documents, ' || status, count(*)
  from document group by all
)
select company_id, question, day, side, figure
from figure
where starts_with(day, getvariable('month'))
order by all;
