-- GET /v1/expenses/templates?
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
      where day = '-infinity' and status_type in ($4, $5)) as n offset 0) as counts)
select listed.id, listed.key, listed.title, listed.line_name, listed.material, listed.status_type, listed.type, listed.exchange, listed.vat_rate, listed.unit_type, listed.labor_disabled, listed.labor_name, listed.labor_type, listed.stock_code, listed.is_default, listed.is_manual, listed.sort_order, listed.words, listed.created_at, listed.updated_at, (select n
  from counted) as total
from (select *
  from read_model.template
  where company_id = $6) as listed
where id in ((select id
    from (select *
      from read_model.template
      where company_id = $7) as listed
    where not deleted and status_type in ($8, $9) and not (select is_selective
      from counted)
    order by sort_order asc, key asc, id asc
    limit $10 offset $11)
  union all (select id
    from (
      select sort_order, key, id
      from (select *
        from read_model.template
        where company_id = $12) as listed
      where not deleted and status_type in ($13, $14) and (select is_selective
        from counted) offset 0 ) as selected
    order by sort_order asc, key asc, id asc
    limit $15 offset $16))
order by sort_order asc, key asc, id asc
