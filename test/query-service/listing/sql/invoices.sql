-- GET /v1/invoices?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.invoice_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.invoice
  where company_id = $2) as listed
where visible
order by transaction_date asc, id asc
limit $3

-- GET /v1/invoices?filter[type]=SATIS
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.invoice_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.invoice_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and invoice_type = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.invoice
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.invoice
      where company_id = $6) as listed
    where visible and invoice_type = $7 and transaction_date >= (select (min(day + 0))::timestamp at time zone 'UTC'
      from (select *
        from read_model.invoice_facet_count
        where company_id = $8) as counts
      where day > '-infinity' and invoice_type = $9) and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $10 offset $11)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.invoice
        where company_id = $12) as listed
      where visible and invoice_type = $13 and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $14 offset $15))
order by transaction_date asc, id asc

-- GET /v1/invoices?filter[startDate]=2026-11-01&filter[endDate]=2026-11-30
with counted as materialized (
  select n, false as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.invoice_facet_count
          where company_id = $1) as counts
        where day >= date '1970-01-01' + $2::integer and day <= date '1970-01-01' + $3::integer and true) + (select count(*)
        from (select *
          from read_model.invoice
          where company_id = $4) as listed
        where visible and transaction_date >= $5 and transaction_date <= $6)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.invoice
  where company_id = $7) as listed
where id in (select id
  from (select *
    from read_model.invoice
    where company_id = $8) as listed
  where visible and transaction_date >= $9 and transaction_date <= $10
  order by transaction_date asc, id asc
  limit $11 offset $12)
order by transaction_date asc, id asc

-- GET /v1/invoices?q=ayşe
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.invoice_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.invoice_text_count
        where company_id = $3) as counts
      where name_folded like $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.invoice
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.invoice
      where company_id = $6) as listed
    where strpos(name_folded, $7) > 0 and visible and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.invoice
        where company_id = $10) as listed
      where md5(name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.invoice_text_count
            where company_id = $11) as counts
          where name_folded like $12)) and visible and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $13 offset $14))
order by transaction_date asc, id asc

-- GET /v1/invoices?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.invoice_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.invoice_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.invoice_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.invoice
            where company_id = $8) as listed
          where visible and updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.invoice
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.invoice
      where company_id = $12) as listed
    where visible and updated_at > $13 and not (select is_selective
      from counted)
    order by transaction_date asc, id asc
    limit $14 offset $15)
  union all (select id
    from (
      select transaction_date, id
      from (select *
        from read_model.invoice
        where company_id = $16) as listed
      where visible and updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by transaction_date asc, id asc
    limit $18 offset $19))
order by transaction_date asc, id asc
