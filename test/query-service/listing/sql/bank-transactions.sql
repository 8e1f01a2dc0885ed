-- GET /v1/bank-transactions?

select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $1) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select coalesce(sum(n), 0)
  from (select *
    from read_model.bank_transaction_facet_count
    where company_id = $2) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.bank_transaction
  where company_id = $3) as listed
where true
order by transaction_date asc, id asc
limit $4

-- GET /v1/bank-transactions?filter[status]=1
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and status = $4) as n offset 0) as counts)
select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $5) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select n
  from counted) as total
from (select *
  from read_model.bank_transaction
  where company_id = $6) as listed
where id in ((select id
    from (select *
      from read_model.bank_transaction
      where company_id = $7) as listed
    where status = $8 and transaction_date >= (select (min(day + 0))::timestamp at time zone 'UTC'
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $9) as counts
      where day > '-infinity' and status = $10) and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $11 offset $12)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.bank_transaction
        where company_id = $13) as listed
      where status = $14 and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $15 offset $16))
order by transaction_date asc, id asc

-- GET /v1/bank-transactions?filter[startDate]=2026-11-01&filter[endDate]=2026-11-30
with counted as materialized (
  select n, false as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.bank_transaction_facet_count
          where company_id = $1) as counts
        where day >= date '1970-01-01' + $2::integer and day <= date '1970-01-01' + $3::integer and true) + (select count(*)
        from (select *
          from read_model.bank_transaction
          where company_id = $4) as listed
        where transaction_date >= $5 and transaction_date <= $6)) as n offset 0) as counts)
select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $7) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select n
  from counted) as total
from (select *
  from read_model.bank_transaction
  where company_id = $8) as listed
where id in (select id
  from (select *
    from read_model.bank_transaction
    where company_id = $9) as listed
  where transaction_date >= $10 and transaction_date <= $11
  order by transaction_date asc, id asc
  limit $12 offset $13)
order by transaction_date asc, id asc

-- GET /v1/bank-transactions?filter[idNo]=10000000146
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $2) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select count(*)
  from (select *
    from read_model.bank_transaction
    where company_id = $3) as listed
  where normal_number = $4) as total
from (select *
  from read_model.bank_transaction
  where company_id = $5) as listed
where id in (select id
  from (select *
    from read_model.bank_transaction
    where company_id = $6) as listed
  where normal_number = $7
  order by transaction_date asc, id asc
  limit $8 offset $9)
order by transaction_date asc, id asc

-- GET /v1/bank-transactions?q=ayşe
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_text_count
        where company_id = $3) as counts
      where name_folded like $4) as n offset 0) as counts)
select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $5) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select n
  from counted) as total
from (select *
  from read_model.bank_transaction
  where company_id = $6) as listed
where id in ((select id
    from (select *
      from read_model.bank_transaction
      where company_id = $7) as listed
    where strpos(name_folded, $8) > 0 and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $9 offset $10)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.bank_transaction
        where company_id = $11) as listed
      where md5(name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.bank_transaction_text_count
            where company_id = $12) as counts
          where name_folded like $13)) and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $14 offset $15))
order by transaction_date asc, id asc

-- GET /v1/bank-transactions?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.bank_transaction_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.bank_transaction_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.bank_transaction_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.bank_transaction
            where company_id = $8) as listed
          where updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.stamp, listed.incoming, listed.transaction_date, listed.amount, listed.currency, listed.exchange_rate, listed.balance, listed.bank_code, listed.code, listed.id_no, listed.name_surname, listed.iban, listed.description, listed.status, listed.masak_status, listed.funds_nature, listed.is_check, listed.created_date, listed.updated_at, (select invoice.invoice_number
  from (select *
    from read_model.invoice
    where company_id = $11) as invoice
  where invoice.id = listed.invoice_id) as invoice_number, (select n
  from counted) as total
from (select *
  from read_model.bank_transaction
  where company_id = $12) as listed
where id in ((select id
    from (select *
      from read_model.bank_transaction
      where company_id = $13) as listed
    where updated_at > $14 and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $15 offset $16)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.bank_transaction
        where company_id = $17) as listed
      where updated_at > $18 and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $19 offset $20))
order by transaction_date asc, id asc
