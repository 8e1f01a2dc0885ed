-- GET /v1/kmts-verifications?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.kmts_verification_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.kmts_verification
  where company_id = $2) as listed
where true
order by created_at desc, id desc
limit $3

-- GET /v1/kmts-verifications?outcome=verified
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and outcome = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.kmts_verification
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.kmts_verification
      where company_id = $6) as listed
    where outcome = $7 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $8 offset $9)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.kmts_verification
        where company_id = $10) as listed
      where outcome = $11 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $12 offset $13))
order by created_at desc, id desc

-- GET /v1/kmts-verifications?scannedCode=abc
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.item, (select count(*)
  from (select *
    from read_model.kmts_verification
    where company_id = $2) as listed
  where scanned_code = $3) as total
from (select *
  from read_model.kmts_verification
  where company_id = $4) as listed
where id in (select id
  from (select *
    from read_model.kmts_verification
    where company_id = $5) as listed
  where scanned_code = $6
  order by created_at desc, id desc
  limit $7 offset $8)
order by created_at desc, id desc

-- GET /v1/kmts-verifications?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.kmts_verification_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.kmts_verification_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.kmts_verification
            where company_id = $8) as listed
          where updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.kmts_verification
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.kmts_verification
      where company_id = $12) as listed
    where updated_at > $13 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $14 offset $15)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.kmts_verification
        where company_id = $16) as listed
      where updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $18 offset $19))
order by created_at desc, id desc
