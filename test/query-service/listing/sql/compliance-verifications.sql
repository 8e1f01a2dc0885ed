-- GET /v1/compliance/verifications?

select listed.id, listed.id_no, listed.name_surname, listed.id_type, listed.id_card_type, listed.is_approval, listed.is_signed, listed.masak_status, listed.approved_at, listed.signed_at, listed.created_at, listed.updated_at, listed.rejected, (select coalesce(sum(n), 0)
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and is_approval = $3) as n offset 0) as counts)
select listed.id, listed.id_no, listed.name_surname, listed.id_type, listed.id_card_type, listed.is_approval, listed.is_signed, listed.masak_status, listed.approved_at, listed.signed_at, listed.created_at, listed.updated_at, listed.rejected, (select n
  from counted) as total
from (select *
  from read_model.customer_form
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.customer_form
      where company_id = $5) as listed
    where visible and not deleted and is_approval = $6 and not (select is_selective
      from counted)
    order by created_at desc, id desc
    limit $7 offset $8)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.customer_form
        where company_id = $9) as listed
      where visible and not deleted and is_approval = $10 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at desc, id desc
    limit $11 offset $12))
order by created_at desc, id desc

-- GET /v1/compliance/verifications?filter[updatedSince]=2026-11-20T09:00:00Z&filter[includeDeleted]=true
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_change_count
          where company_id = $2) as counts
        where span < $3) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_change_count
          where company_id = $4) as counts
        where span >= $5 and span < $6) + (select count(*)
        from (select
          from (select *
            from read_model.customer_form
            where company_id = $7) as listed
          where visible and not deleted and updated_at > $8 and updated_at < $9
          order by updated_at offset 0) as changed)) as n offset 0) as counts), counted_left as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.customer_form_left_facet_count
        where company_id = $10) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_left_change_count
          where company_id = $11) as counts
        where span < $12) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.customer_form_left_change_count
          where company_id = $13) as counts
        where span >= $14 and span < $15) + (select count(*)
        from (select
          from (select *
            from read_model.customer_form
            where company_id = $16) as listed
          where left_at is not null and updated_at > $17 and updated_at < $18
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.id_no, listed.name_surname, listed.id_type, listed.id_card_type, listed.is_approval, listed.is_signed, listed.masak_status, listed.approved_at, listed.signed_at, listed.created_at, listed.updated_at, listed.rejected, case when left_at is not null
then left_at end as left_at, (select n
  from counted) + (select n
  from counted_left) as total
from (select *
  from read_model.customer_form
  where company_id = $19) as listed
where id in (select id
  from (((select created_at, id
        from (select *
          from read_model.customer_form
          where company_id = $20) as listed
        where visible and not deleted and updated_at > $21 and not (select is_selective
          from counted)
        order by created_at desc, id desc
        limit $22 offset $23)
      union all (select created_at, id
        from (
          select created_at, id
          from (select *
            from read_model.customer_form
            where company_id = $24) as listed
          where visible and not deleted and updated_at > $25 and (select is_selective
            from counted) offset 0 ) as selected
        order by created_at desc, id desc
        limit $26 offset $27))
    union all ((select created_at, id
        from (select *
          from read_model.customer_form
          where company_id = $28) as listed
        where left_at is not null and updated_at > $29 and not (select is_selective
          from counted_left)
        order by created_at desc, id desc
        limit $30 offset $31)
      union all (select created_at, id
        from (
          select created_at, id
          from (select *
            from read_model.customer_form
            where company_id = $32) as listed
          where left_at is not null and updated_at > $33 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by created_at desc, id desc
        limit $34 offset $35))) as either
  order by created_at desc, id desc
  limit $36 offset $37)
order by created_at desc, id desc
