-- GET /v1/compliance/sanction-checks?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.sanction_check_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.sanction_check
  where company_id = $2) as listed
where true
order by created_at desc, id desc
limit $3

-- GET /v1/compliance/sanction-checks?filter[startDate]=2026-11-01&filter[endDate]=2026-11-30
with counted as materialized (
  select n, false as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.sanction_check_facet_count
          where company_id = $1) as counts
        where day >= date '1970-01-01' + $2::integer and day <= date '1970-01-01' + $3::integer and true) + (select count(*)
        from (select *
          from read_model.sanction_check
          where company_id = $4) as listed
        where created_at >= $5 and created_at <= $6)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.sanction_check
  where company_id = $7) as listed
where id in (select id
  from (select *
    from read_model.sanction_check
    where company_id = $8) as listed
  where created_at >= $9 and created_at <= $10
  order by created_at desc, id desc
  limit $11 offset $12)
order by created_at desc, id desc

-- GET /v1/compliance/sanction-checks?filter[fullName]=ayşe
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.sanction_check_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.sanction_check_text_count
        where company_id = $3) as counts
      where full_name_folded like $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.sanction_check
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.sanction_check
      where company_id = $6) as listed
    where strpos(full_name_folded, $7) > 0 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $8 offset $9)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.sanction_check
        where company_id = $10) as listed
      where md5(full_name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.sanction_check_text_count
            where company_id = $11) as counts
          where full_name_folded like $12)) and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $13 offset $14))
order by created_at desc, id desc

-- GET /v1/compliance/sanction-checks?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.sanction_check_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.sanction_check_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.sanction_check_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.sanction_check
            where company_id = $8) as listed
          where updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.sanction_check
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.sanction_check
      where company_id = $12) as listed
    where updated_at > $13 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $14 offset $15)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.sanction_check
        where company_id = $16) as listed
      where updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $18 offset $19))
order by created_at desc, id desc
