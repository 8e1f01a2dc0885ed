-- GET /v1/customers?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.customer_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.customer
  where company_id = $2) as listed
where true
order by created_date asc, id asc
limit $3

-- GET /v1/customers?filter[recordLevel]=0&filter[label]=vip
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and (record_level = $4 or record_level is null) and labels @> $5) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer
  where company_id = $6) as listed
where id in ((select id
    from (select *
      from read_model.customer
      where company_id = $7) as listed
    where (record_level = $8 or record_level is null) and labels @> $9 and not (select is_selective
      from counted)
    order by created_date asc, id asc
    limit $10 offset $11)
  union all (select id
    from (
      select created_date, id
      from (select *
        from read_model.customer
        where company_id = $12) as listed
      where (record_level = $13 or record_level is null) and labels @> $14 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_date asc, id asc
    limit $15 offset $16))
order by created_date asc, id asc

-- GET /v1/customers?q=ayşe
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_text_count
        where company_id = $3) as counts
      where name_folded like $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.customer
      where company_id = $6) as listed
    where strpos(name_folded, $7) > 0 and not (select is_selective
      from counted)
    order by created_date asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select created_date, id
      from (select *
        from read_model.customer
        where company_id = $10) as listed
      where md5(name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.customer_text_count
            where company_id = $11) as counts
          where name_folded like $12)) and (select is_selective
        from counted) offset 0 ) as selected
    order by created_date asc, id asc
    limit $13 offset $14))
order by created_date asc, id asc

-- GET /v1/customers?q=10000000146
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.item, (select count(*)
  from (select *
    from read_model.customer
    where company_id = $2) as listed
  where normal_number = $3) as total
from (select *
  from read_model.customer
  where company_id = $4) as listed
where id in (select id
  from (select *
    from read_model.customer
    where company_id = $5) as listed
  where normal_number = $6
  order by created_date asc, id asc
  limit $7 offset $8)
order by created_date asc, id asc

-- GET /v1/customers?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.customer
            where company_id = $8) as listed
          where updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.customer
      where company_id = $12) as listed
    where updated_at > $13 and not (select is_selective
      from counted)
    order by created_date asc, id asc
    limit $14 offset $15)
  union all (select id
    from (
      select created_date, id
      from (select *
        from read_model.customer
        where company_id = $16) as listed
      where updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_date asc, id asc
    limit $18 offset $19))
order by created_date asc, id asc
