-- GET /v1/invoice-variables?
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and status_type != $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $6) as listed
    where not deleted and status_type != $7 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $10) as listed
      where not deleted and status_type != $11 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $12 offset $13))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[statusType]=passive
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and status_type = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $6) as listed
    where not deleted and status_type = $7 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $10) as listed
      where not deleted and status_type = $11 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $12 offset $13))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?q=has
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_text_facet_count
        where company_id = $3) as counts
      where hash = any (array(select hash
          from (select *
            from read_model.template_text_count
            where company_id = $4) as counts
          where line_name_folded like $5)) and status_type != $6) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $7) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $8) as listed
    where strpos(line_name_folded, $9) > 0 and not deleted and status_type != $10 and not (select is_selective
      from counted)
    order by sort_order asc, id asc
    limit $11 offset $12)
  union all (select id
    from (
      select sort_order, id
      from (select *
        from read_model.template
        where company_id = $13) as listed
      where md5(line_name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.template_text_count
            where company_id = $14) as counts
          where line_name_folded like $15)) and not deleted and status_type != $16 and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, id asc
    limit $17 offset $18))
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and status_type != $2) as n offset 0) as counts)
select listed.item, (select count(*)
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
  select n, n <= 2 * sqrt($3::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_left_facet_count
        where company_id = $4) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.template_left_change_count
          where company_id = $5) as counts
        where span < $6) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.template_left_change_count
          where company_id = $7) as counts
        where span >= $8 and span < $9) + (select count(*)
        from (select
          from (select *
            from read_model.template
            where company_id = $10) as listed
          where left_at is not null and updated_at > $11 and updated_at < $12
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, case when left_at is not null
then left_at end as left_at, (select count(*)
  from (select
    from (select *
      from read_model.template
      where company_id = $13) as listed
    where not deleted and status_type != $14 and updated_at > $15
    order by updated_at offset 0) as changed) + (select n
  from counted_left) as total
from (select *
  from read_model.template
  where company_id = $16) as listed
where id in (select id
  from ((select sort_order, id
      from (select *
        from read_model.template
        where company_id = $17) as listed
      where not deleted and status_type != $18 and updated_at > $19
      order by sort_order asc, id asc
      limit $20 offset $21)
    union all ((select sort_order, id
        from (select *
          from read_model.template
          where company_id = $22) as listed
        where left_at is not null and updated_at > $23 and not (select is_selective
          from counted_left)
        order by sort_order asc, id asc
        limit $24 offset $25)
      union all (select sort_order, id
        from (
          select sort_order, id
          from (select *
            from read_model.template
            where company_id = $26) as listed
          where left_at is not null and updated_at > $27 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by sort_order asc, id asc
        limit $28 offset $29))) as either
  order by sort_order asc, id asc
  limit $30 offset $31)
order by sort_order asc, id asc

-- GET /v1/invoice-variables?filter[statusType]=passive&filter[includeDeleted]=true
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and status_type = $4) as n offset 0) as counts), counted_left as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.template_left_facet_count
        where company_id = $5) as counts
      where day = '-infinity' and status_type = $6) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, case when left_at is not null and not (not deleted)
then left_at end as left_at, (select n
  from counted) + (select count(*)
  from (select *
    from read_model.template
    where company_id = $7) as listed
  where left_at is not null and status_type = $8 and not (not deleted)) as total
from (select *
  from read_model.template
  where company_id = $9) as listed
where id in (select id
  from (((select sort_order, id
        from (select *
          from read_model.template
          where company_id = $10) as listed
        where not deleted and status_type = $11 and not (select is_selective
          from counted)
        order by sort_order asc, id asc
        limit $12 offset $13)
      union all (select sort_order, id
        from (
          select sort_order, id
          from (select *
            from read_model.template
            where company_id = $14) as listed
          where not deleted and status_type = $15 and (select is_selective
            from counted) offset 0 ) as selected
        order by sort_order asc, id asc
        limit $16 offset $17))
    union all (select sort_order, id
      from (select *
        from read_model.template
        where company_id = $18) as listed
      where left_at is not null and status_type = $19 and not (not deleted)
      order by sort_order asc, id asc
      limit $20 offset $21)) as either
  order by sort_order asc, id asc
  limit $22 offset $23)
order by sort_order asc, id asc
