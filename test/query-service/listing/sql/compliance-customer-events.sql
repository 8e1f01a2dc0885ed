-- GET /v1/compliance/customer-events?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.customer_event_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.customer_event
  where company_id = $2) as listed
where true
order by event_date desc, id desc
limit $3

-- GET /v1/compliance/customer-events?filter[recordLevel]=3
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_event_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_event_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and record_level = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer_event
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.customer_event
      where company_id = $6) as listed
    where record_level = $7 and event_date < (select (max(day + 1))::timestamp at time zone 'UTC'
      from (select *
        from read_model.customer_event_facet_count
        where company_id = $8) as counts
      where day > '-infinity' and record_level = $9) and not (select is_selective
      from counted)
    order by event_date desc, id desc
    limit $10 offset $11)
  union all (select id
    from (
      select event_date, id
      from (select *
        from read_model.customer_event
        where company_id = $12) as listed
      where record_level = $13 and (select is_selective
        from counted) offset 0 ) as selected
    order by event_date desc, id desc
    limit $14 offset $15))
order by event_date desc, id desc

-- GET /v1/compliance/customer-events?filter[startDate]=2026-11-01&filter[endDate]=2026-11-30
with counted as materialized (
  select n, false as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_event_facet_count
          where company_id = $1) as counts
        where day >= date '1970-01-01' + $2::integer and day <= date '1970-01-01' + $3::integer and true) + (select count(*)
        from (select *
          from read_model.customer_event
          where company_id = $4) as listed
        where event_date >= $5 and event_date <= $6)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer_event
  where company_id = $7) as listed
where id in (select id
  from (select *
    from read_model.customer_event
    where company_id = $8) as listed
  where event_date >= $9 and event_date <= $10
  order by event_date desc, id desc
  limit $11 offset $12)
order by event_date desc, id desc

-- GET /v1/compliance/customer-events?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_event_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_event_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_event_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.customer_event
            where company_id = $8) as listed
          where updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer_event
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.customer_event
      where company_id = $12) as listed
    where updated_at > $13 and not (select is_selective
      from counted)
    order by event_date desc, id desc
    limit $14 offset $15)
  union all (select id
    from (
      select event_date, id
      from (select *
        from read_model.customer_event
        where company_id = $16) as listed
      where updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by event_date desc, id desc
    limit $18 offset $19))
order by event_date desc, id desc
