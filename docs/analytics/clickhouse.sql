-- Gold bought, for each company and day. For ClickHouse. A row for each state and each deletion; the
-- latest one of a key in the log counts, and a null state removes the key.
create table expense_voucher
(
  key String,
  position UInt64,
  state Nullable(String)
)
engine = ReplacingMergeTree(position)
order by key;

-- clickhouse-kafka.sql fills it from Kafka.

create view gold_bought as
select
  JSONExtractString(assumeNotNull(state), 'companyId') as company_id,
  -- The company's own day. Documents of earlier releases do not have it: Istanbul's then.
  if(
    JSONHas(assumeNotNull(state), 'day'),
    toDate(JSONExtractString(assumeNotNull(state), 'day')),
    toDate(parseDateTimeBestEffort(JSONExtractString(assumeNotNull(state), 'transactionDate')), 'Europe/Istanbul')
  ) as day,
  cast(JSONExtractString(assumeNotNull(state), 'environment') = 'test' as Bool) as is_test,
  sum(toDecimal128(JSONExtractString(assumeNotNull(state), 'fineGrams'), 8)) as bought_grams,
  sum(toDecimal128(JSONExtractString(assumeNotNull(state), 'amount'), 8)) as bought_lira
from expense_voucher final
where state is not null
  and JSONExtractString(assumeNotNull(state), 'status') = 'finalized'
  and JSONExtractString(assumeNotNull(state), 'material') = 'gold'
  and JSONExtractString(assumeNotNull(state), 'cancelledAt') = ''
  and JSONExtractString(assumeNotNull(state), 'found') <> 'cancelled'
  and JSONExtractBool(assumeNotNull(state), 'cancelled') = 0
group by company_id, day, is_test;
