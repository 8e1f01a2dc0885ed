-- GET /v1/invoice-variables?
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and status_type != $3) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $5) as listed
    where not deleted and status_type != $6 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $7 offset $8)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $9) as listed
      where not deleted and status_type != $10 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $11 offset $12))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[statusType]=passive
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and status_type = $3) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $5) as listed
    where not deleted and status_type = $6 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $7 offset $8)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $9) as listed
      where not deleted and status_type = $10 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $11 offset $12))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?q=has
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_text_facet_count
        where company_id = $2) as counts
      where hash = any (array(select hash
          from (select *
            from read_model.template_text_count
            where company_id = $3) as counts
          where line_name_folded like $4)) and status_type != $5) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $6) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $7) as listed
    where strpos(line_name_folded, $8) > 0 and not deleted and status_type != $9 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $10 offset $11)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $12) as listed
      where md5(line_name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.template_text_count
            where company_id = $13) as counts
          where line_name_folded like $14)) and not deleted and status_type != $15 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $16 offset $17))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and status_type != $2) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, (select count(*)
  from (select
    from (select *
      from read_model.template
      where company_id = $3) as listed
    where not deleted and status_type != $4 and updated_at > $5
    order by updated_at offset 0) as changed) as total
from (select *
  from read_model.template
  where company_id = $6) as listed
where id in (select id
  from (select *
    from read_model.template
    where company_id = $7) as listed
  where not deleted and status_type != $8 and updated_at > $9
  order by sort_order asc, id asc
  limit $10 offset $11)
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[updatedSince]=2026-11-20T09:00:00Z&filter[includeDeleted]=true
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and status_type != $2) as n offset 0) as counts), counted_left as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_left_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.template_left_change_count
          where company_id = $4) as counts
        where span < $5) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.template_left_change_count
          where company_id = $6) as counts
        where span >= $7 and span < $8) + (select count(*)
        from (select
          from (select *
            from read_model.template
            where company_id = $9) as listed
          where left_at is not null and updated_at > $10 and updated_at < $11
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, case when left_at is not null
then left_at end as left_at, (select count(*)
  from (select
    from (select *
      from read_model.template
      where company_id = $12) as listed
    where not deleted and status_type != $13 and updated_at > $14
    order by updated_at offset 0) as changed) + (select n
  from counted_left) as total
from (select *
  from read_model.template
  where company_id = $15) as listed
where id in (select id
  from ((select sort_order, id
      from (select *
        from read_model.template
        where company_id = $16) as listed
      where not deleted and status_type != $17 and updated_at > $18
      order by sort_order asc, id asc
      limit $19 offset $20)
    union all ((select sort_order, id
        from (select *
          from read_model.template
          where company_id = $21) as listed
        where left_at is not null and updated_at > $22 and not (select is_selective
          from counted_left)
        order by sort_order asc, id asc
        limit $23 offset $24)
      union all (select sort_order, id
        from (
          select sort_order, id
          from (select *
            from read_model.template
            where company_id = $25) as listed
          where left_at is not null and updated_at > $26 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by sort_order asc, id asc
        limit $27 offset $28))) as either
  order by sort_order asc, id asc
  limit $29 offset $30)
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[statusType]=passive&filter[includeDeleted]=true
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and status_type = $3) as n offset 0) as counts), counted_left as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_left_facet_count
        where company_id = $4) as counts
      where day = '-infinity' and status_type = $5) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, case when left_at is not null and not (not deleted)
then left_at end as left_at, (select n
  from counted) + (select count(*)
  from (select *
    from read_model.template
    where company_id = $6) as listed
  where left_at is not null and status_type = $7 and not (not deleted)) as total
from (select *
  from read_model.template
  where company_id = $8) as listed
where id in (select id
  from (((select sort_order, id
        from (select *
          from read_model.template
          where company_id = $9) as listed
        where not deleted and status_type = $10 and not (select is_selective
          from counted)
        order by sort_order asc, id asc
        limit $11 offset $12)
      union all (select sort_order, id
        from (
          select sort_order, id
          from (select *
            from read_model.template
            where company_id = $13) as listed
          where not deleted and status_type = $14 and (select is_selective
            from counted) offset 0 ) as selected
        order by sort_order asc, id asc
        limit $15 offset $16))
    union all (select sort_order, id
      from (select *
        from read_model.template
        where company_id = $17) as listed
      where left_at is not null and status_type = $18 and not (not deleted)
      order by sort_order asc, id asc
      limit $19 offset $20)) as either
  order by sort_order asc, id asc
  limit $21 offset $22)
order by sort_order asc, id asc
