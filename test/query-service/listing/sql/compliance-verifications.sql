-- GET /v1/compliance/verifications?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.customer_form_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.customer_form
  where company_id = $2) as listed
where visible and not deleted
order by created_at desc, id desc
limit $3

-- GET /v1/compliance/verifications?filter[isApproval]=true
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and is_approval = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.customer_form
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.customer_form
      where company_id = $6) as listed
    where visible and not deleted and is_approval = $7 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $8 offset $9)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.customer_form
        where company_id = $10) as listed
      where visible and not deleted and is_approval = $11 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $12 offset $13))
order by created_at desc, id desc

-- GET /v1/compliance/verifications?filter[updatedSince]=2026-11-20T09:00:00Z&filter[includeDeleted]=true
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.customer_form
            where company_id = $8) as listed
          where visible and not deleted and updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts), counted_left as materialized (
  select n, n <= 2 * sqrt($11::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_left_facet_count
        where company_id = $12) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_left_change_count
          where company_id = $13) as counts
        where span < $14) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_left_change_count
          where company_id = $15) as counts
        where span >= $16 and span < $17) + (select count(*)
        from (select
          from (select *
            from read_model.customer_form
            where company_id = $18) as listed
          where left_at is not null and updated_at > $19 and updated_at < $20
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.id_no, listed.name_surname, listed.id_type, listed.id_card_type, listed.is_approval, listed.is_signed, listed.masak_status, listed.approved_at, listed.signed_at, listed.created_at, listed.updated_at, listed.rejected, case when left_at is not null
then left_at end as left_at, (select n
  from counted) + (select n
  from counted_left) as total
from (select *
  from read_model.customer_form
  where company_id = $21) as listed
where id in (select id
  from (((select created_at, id
        from (select *
          from read_model.customer_form
          where company_id = $22) as listed
        where visible and not deleted and updated_at > $23 and not (select is_selective
          from counted)
        order by created_at desc, id desc
        limit $24 offset $25)
      union all (select created_at, id
        from (
          select created_at, id
          from (select *
            from read_model.customer_form
            where company_id = $26) as listed
          where visible and not deleted and updated_at > $27 and (select is_selective
            from counted) offset 0 ) as selected
        order by created_at desc, id desc
        limit $28 offset $29))
    union all ((select created_at, id
        from (select *
          from read_model.customer_form
          where company_id = $30) as listed
        where left_at is not null and updated_at > $31 and not (select is_selective
          from counted_left)
        order by created_at desc, id desc
        limit $32 offset $33)
      union all (select created_at, id
        from (
          select created_at, id
          from (select *
            from read_model.customer_form
            where company_id = $34) as listed
          where left_at is not null and updated_at > $35 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by created_at desc, id desc
        limit $36 offset $37))) as either
  order by created_at desc, id desc
  limit $38 offset $39)
order by created_at desc, id desc
