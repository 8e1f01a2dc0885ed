-- Gold bought and sold, in grams of fine metal and in lira, for each company and day. For DuckDB, over
-- the tables of snapshot.py. Decimals are texts in JSON, so nothing is rounded.
with document as (
  select
    state->>'companyId' as company_id,
    state->>'day' as day,
    (state->>'transactionDate')::timestamptz as made_at,
    coalesce(state->>'environment' = 'test', false) as is_test,
    coalesce(state->>'fineGrams', '0')::decimal(38, 8) as grams,
    (state->>'amount')::decimal(38, 8) as lira,
    true as is_bought
  from expense_voucher
  where state->>'status' = 'finalized' and state->>'material' = 'gold'
    -- cancelled in the provider's portal; earlier releases said so in an answer of the provider alone
    and state->>'cancelledAt' is null
    and coalesce(state->>'found', '') <> 'cancelled' and coalesce(state->>'cancelled', '') <> 'true'
  union all
  select
    state->>'companyId',
    state->>'day',
    (state->>'transactionDate')::timestamptz,
    state->>'environment' = 'test',
    coalesce(state->>'fineGrams', '0')::decimal(38, 8),
    (state->>'amount')::decimal(38, 8),
    false
  from invoice
  where state->>'status' = 'issued' and state->>'material' = 'gold'
)
select
  company_id,
  -- The company's own day. Documents of earlier releases do not have it: Istanbul's then, at this offset since 2016.
  coalesce(day, strftime(timezone('UTC', made_at) + interval 3 hours, '%Y-%m-%d')) as day,
  is_test,
  coalesce(sum(grams) filter (where is_bought), 0) as bought_grams,
  coalesce(sum(lira) filter (where is_bought), 0) as bought_lira,
  coalesce(sum(grams) filter (where not is_bought), 0) as sold_grams,
  coalesce(sum(lira) filter (where not is_bought), 0) as sold_lira
from document
group by all
order by company_id, day, is_test;
