-- GET /v1/kmts-verifications?

select listed.id, listed.scanned_code, listed.outcome, listed.is_verified, listed.status, listed.status_description, listed.status_title_description, listed.activation_date, listed.marking_date, listed.scan_verification_id, listed.refinery_name, listed.product_name, listed.millesimal_fineness, listed.weight_unit, listed.metal, listed.weight, listed.package_prefix, listed.method, listed.method_description, listed.source, listed.checked_at, listed.completed_at, listed.duration_ms, listed.error_code, listed.error_message, listed.retryable, listed.created_at, listed.updated_at, (select coalesce(sum(n), 0)
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and outcome = $3) as n offset 0) as counts)
select listed.id, listed.scanned_code, listed.outcome, listed.is_verified, listed.status, listed.status_description, listed.status_title_description, listed.activation_date, listed.marking_date, listed.scan_verification_id, listed.refinery_name, listed.product_name, listed.millesimal_fineness, listed.weight_unit, listed.metal, listed.weight, listed.package_prefix, listed.method, listed.method_description, listed.source, listed.checked_at, listed.completed_at, listed.duration_ms, listed.error_code, listed.error_message, listed.retryable, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.kmts_verification
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.kmts_verification
      where company_id = $5) as listed
    where outcome = $6 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $7 offset $8)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.kmts_verification
        where company_id = $9) as listed
      where outcome = $10 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $11 offset $12))
order by created_at desc, id desc

-- GET /v1/kmts-verifications?scannedCode=abc
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.id, listed.scanned_code, listed.outcome, listed.is_verified, listed.status, listed.status_description, listed.status_title_description, listed.activation_date, listed.marking_date, listed.scan_verification_id, listed.refinery_name, listed.product_name, listed.millesimal_fineness, listed.weight_unit, listed.metal, listed.weight, listed.package_prefix, listed.method, listed.method_description, listed.source, listed.checked_at, listed.completed_at, listed.duration_ms, listed.error_code, listed.error_message, listed.retryable, listed.created_at, listed.updated_at, (select count(*)
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.kmts_verification_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.kmts_verification_change_count
          where company_id = $2) as counts
        where span < $3) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.kmts_verification_change_count
          where company_id = $4) as counts
        where span >= $5 and span < $6) + (select count(*)
        from (select
          from (select *
            from read_model.kmts_verification
            where company_id = $7) as listed
          where updated_at > $8 and updated_at < $9
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.scanned_code, listed.outcome, listed.is_verified, listed.status, listed.status_description, listed.status_title_description, listed.activation_date, listed.marking_date, listed.scan_verification_id, listed.refinery_name, listed.product_name, listed.millesimal_fineness, listed.weight_unit, listed.metal, listed.weight, listed.package_prefix, listed.method, listed.method_description, listed.source, listed.checked_at, listed.completed_at, listed.duration_ms, listed.error_code, listed.error_message, listed.retryable, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.kmts_verification
  where company_id = $10) as listed
where id in ((select id
    from (select *
      from read_model.kmts_verification
      where company_id = $11) as listed
    where updated_at > $12 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $13 offset $14)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.kmts_verification
        where company_id = $15) as listed
      where updated_at > $16 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $17 offset $18))
order by created_at desc, id desc
