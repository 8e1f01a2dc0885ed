-- Gold bought, in grams of fine metal and in lira, for each company and day: from the vouchers' event topic
-- alone. For DuckDB, over the table of snapshot.py. A finalized voucher counts until it is cancelled.
with cancelled as (
  select key
  from expense_voucher_event
  where type = 'sarraf.expense-voucher.VoucherCancelled.v1'
    -- earlier releases said so in an answer of the provider alone
    or event->>'found' = 'cancelled' or event->>'cancelled' = 'true'
)
select
  event->>'companyId' as company_id,
  event->>'day' as day,
  coalesce(event->>'environment' = 'test', false) as is_test,
  sum((event->>'fineGrams')::decimal(38, 8)) as bought_grams,
  sum((event->>'amount')::decimal(38, 8)) as bought_lira
from expense_voucher_event
where type = 'sarraf.expense-voucher.VoucherFinalized.v1'
  and event->>'material' = 'gold'
  -- events of earlier releases have no amount: gold.duckdb.sql counts them, too
  and event->>'amount' is not null
  and key not in (select key from cancelled)
group by all
order by company_id, day, is_test;
