-- Gold bought and sold, in grams of fine metal and in lira, for each company and day.
-- May be run again at any time: it changes nothing that is there.

create schema if not exists daily_gold;

-- Up to where each partition has been read. It is moved in the transaction of the rows, so a record
-- that comes twice, after a crash say, counts once.
create table if not exists daily_gold.place (
  topic text,
  partition integer,
  next_offset bigint not null,
  primary key (topic, partition)
);

-- A purchase counts once its voucher is final, and until it is cancelled.
create table if not exists daily_gold.purchase (
  voucher_id text primary key,
  company_id text not null,
  day date not null,
  is_test boolean not null,
  fine_grams numeric not null,
  lira numeric not null,
  is_final boolean not null default false,
  is_cancelled boolean not null default false
);
create index if not exists purchase_day on daily_gold.purchase (company_id, day);

-- A sale counts once its invoice is issued, and until it is cancelled.
create table if not exists daily_gold.sale (
  invoice_id text primary key,
  company_id text not null,
  day date not null,
  is_test boolean not null,
  fine_grams numeric not null,
  lira numeric not null,
  is_issued boolean not null default false,
  is_cancelled boolean not null default false
);
create index if not exists sale_day on daily_gold.sale (company_id, day);

-- The company's own day of a document. Events of earlier releases do not have it: Istanbul's then.
create or replace function daily_gold.day_of(event jsonb) returns date
language sql immutable as $$
  select coalesce(
    (event->>'day')::date,
    ((event->>'transactionDate')::timestamptz at time zone 'Europe/Istanbul')::date
  )
$$;

-- What an event changes. A document's events have one key, so they come in order. What is not
-- gold is not kept, and what comes later about it finds nothing to change.
create or replace function daily_gold.take(event_type text, event jsonb) returns void
language plpgsql as $$
begin
  case event_type
    when 'sarraf.expense-voucher.VoucherDrafted.v1' then
      insert into daily_gold.purchase (voucher_id, company_id, day, is_test, fine_grams, lira)
      select event->>'voucherId', event->>'companyId',
             daily_gold.day_of(event),
             -- on paper there is no environment: it is always real
             coalesce(event->>'environment' = 'test', false),
             coalesce(event->>'fineGrams', '0')::numeric, (event->>'amount')::numeric
      where event->>'material' = 'gold'
      on conflict do nothing;

    when 'sarraf.expense-voucher.VoucherFinalized.v1' then
      -- has all of the purchase, unless it is of an earlier release
      insert into daily_gold.purchase (voucher_id, company_id, day, is_test, fine_grams, lira)
      select event->>'voucherId', event->>'companyId', daily_gold.day_of(event),
             coalesce(event->>'environment' = 'test', false),
             coalesce(event->>'fineGrams', '0')::numeric, (event->>'amount')::numeric
      where event->>'material' = 'gold' and event ? 'amount'
      on conflict do nothing;
      update daily_gold.purchase set is_final = true
      where voucher_id = event->>'voucherId';

    when 'sarraf.expense-voucher.StatusChecked.v1' then
      -- cancelled in the provider's portal: earlier releases said so in its answer alone
      update daily_gold.purchase set is_cancelled = true
      where voucher_id = event->>'voucherId' and (event->>'found' = 'cancelled' or event->>'cancelled' = 'true');

    when 'sarraf.invoice.InvoiceRequested.v1' then
      insert into daily_gold.sale (invoice_id, company_id, day, is_test, fine_grams, lira)
      select event->>'invoiceId', event->>'companyId',
             daily_gold.day_of(event),
             event->>'environment' = 'test',
             coalesce(event->>'fineGrams', '0')::numeric, (event->>'amount')::numeric
      where event->>'material' = 'gold'
      on conflict do nothing;

    when 'sarraf.invoice.InvoiceIssued.v1' then
      update daily_gold.sale set is_issued = true
      where invoice_id = event->>'invoiceId';

    when 'sarraf.expense-voucher.VoucherCancelled.v1' then
      update daily_gold.purchase set is_cancelled = true
      where voucher_id = event->>'voucherId';
    when 'sarraf.invoice.InvoiceCancelled.v1' then
      update daily_gold.sale set is_cancelled = true
      where invoice_id = event->>'invoiceId';

    else null; -- of no use here, or newer than this file
  end case;
end
$$;

-- A document that is cancelled later disappears from its own day.
create or replace view daily_gold.day as
select
  company_id,
  day,
  is_test,
  coalesce(sum(fine_grams) filter (where is_bought), 0) as bought_grams,
  coalesce(sum(lira) filter (where is_bought), 0) as bought_lira,
  coalesce(sum(fine_grams) filter (where not is_bought), 0) as sold_grams,
  coalesce(sum(lira) filter (where not is_bought), 0) as sold_lira
from (
  select company_id, day, is_test, fine_grams, lira, true as is_bought
  from daily_gold.purchase
  where is_final and not is_cancelled
  union all
  select company_id, day, is_test, fine_grams, lira, false
  from daily_gold.sale
  where is_issued and not is_cancelled
) as document
group by company_id, day, is_test;
