-- GET /v1/expenses?

select listed.item, (select coalesce(sum(n), 0)
  from (select *
    from read_model.expense_voucher_facet_count
    where company_id = $1) as counts
  where day = '-infinity' and true) as total
from (select *
  from read_model.expense_voucher
  where company_id = $2) as listed
where visible
order by created_at asc, id asc
limit $3

-- GET /v1/expenses?filter[state]=sent
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $3) as counts
      where day = '-infinity' and state = $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $6) as listed
    where visible and state = $7 and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $10) as listed
      where visible and state = $11 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $12 offset $13))
order by created_at asc, id asc

-- GET /v1/expenses?filter[startDate]=2026-11-01&filter[endDate]=2026-11-30
with counted as materialized (
  select n, false as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_facet_count
          where company_id = $1) as counts
        where day >= date '1970-01-01' + $2::integer and day <= date '1970-01-01' + $3::integer and true) + (select count(*)
        from (select *
          from read_model.expense_voucher
          where company_id = $4) as listed
        where visible and transaction_date >= $5 and transaction_date <= $6)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $7) as listed
where id in (select id
  from (select *
    from read_model.expense_voucher
    where company_id = $8) as listed
  where visible and transaction_date >= $9 and transaction_date <= $10
  order by created_at asc, id asc
  limit $11 offset $12)
order by created_at asc, id asc

-- GET /v1/expenses?filter[number]=7
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.item, (select count(*)
  from (select *
    from read_model.expense_voucher
    where company_id = $2) as listed
  where visible and number = $3) as total
from (select *
  from read_model.expense_voucher
  where company_id = $4) as listed
where id in (select id
  from (select *
    from read_model.expense_voucher
    where company_id = $5) as listed
  where visible and number = $6
  order by created_at asc, id asc
  limit $7 offset $8)
order by created_at asc, id asc

-- GET /v1/expenses?q=ayşe
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_text_count
        where company_id = $3) as counts
      where name_folded like $4) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $5) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $6) as listed
    where strpos(name_folded, $7) > 0 and visible and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $8 offset $9)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $10) as listed
      where md5(name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.expense_voucher_text_count
            where company_id = $11) as counts
          where name_folded like $12)) and visible and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $13 offset $14))
order by created_at asc, id asc

-- GET /v1/expenses?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $8) as listed
          where visible and updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.item, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $11) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $12) as listed
    where visible and updated_at > $13 and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $14 offset $15)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $16) as listed
      where visible and updated_at > $17 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $18 offset $19))
order by created_at asc, id asc

-- GET /v1/expenses?filter[includeDeleted]=true
with counted as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true) as n offset 0) as counts), counted_left as materialized (
  select n, false as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_left_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.is_cancelled, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, case when left_at is not null
then left_at end as left_at, (select n
  from counted) + (select n
  from counted_left) as total
from (select *
  from read_model.expense_voucher
  where company_id = $3) as listed
where id in (select id
  from ((select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $4) as listed
      where visible
      order by created_at asc, id asc
      limit $5 offset $6)
    union all (select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $7) as listed
      where left_at is not null
      order by created_at asc, id asc
      limit $8 offset $9)) as either
  order by created_at asc, id asc
  limit $10 offset $11)
order by created_at asc, id asc

-- GET /v1/expenses?filter[updatedSince]=2026-11-20T09:00:00Z&sort=updatedAt:asc&filter[includeDeleted]=true
with counted as materialized (
  select n, n <= 2 * sqrt($1::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $3) as counts
        where span < $4) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $5) as counts
        where span >= $6 and span < $7) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $8) as listed
          where visible and updated_at > $9 and updated_at < $10
          order by updated_at offset 0) as changed)) as n offset 0) as counts), counted_left as materialized (
  select n, n <= 2 * sqrt($11::double precision * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_left_facet_count
        where company_id = $12) as counts
      where day = '-infinity' and true)) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_left_change_count
          where company_id = $13) as counts
        where span < $14) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_left_change_count
          where company_id = $15) as counts
        where span >= $16 and span < $17) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $18) as listed
          where left_at is not null and updated_at > $19 and updated_at < $20
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.is_cancelled, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, case when left_at is not null
then left_at end as left_at, (select n
  from counted) + (select n
  from counted_left) as total
from (select *
  from read_model.expense_voucher
  where company_id = $21) as listed
where id in (select id
  from (((select updated_at, id
        from (select *
          from read_model.expense_voucher
          where company_id = $22) as listed
        where visible and updated_at > $23 and not (select is_selective
          from counted)
        order by updated_at asc, id asc
        limit $24 offset $25)
      union all (select updated_at, id
        from (
          select updated_at, id
          from (select *
            from read_model.expense_voucher
            where company_id = $26) as listed
          where visible and updated_at > $27 and (select is_selective
            from counted) offset 0 ) as selected
        order by updated_at asc, id asc
        limit $28 offset $29))
    union all ((select updated_at, id
        from (select *
          from read_model.expense_voucher
          where company_id = $30) as listed
        where left_at is not null and updated_at > $31 and not (select is_selective
          from counted_left)
        order by updated_at asc, id asc
        limit $32 offset $33)
      union all (select updated_at, id
        from (
          select updated_at, id
          from (select *
            from read_model.expense_voucher
            where company_id = $34) as listed
          where left_at is not null and updated_at > $35 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by updated_at asc, id asc
        limit $36 offset $37))) as either
  order by updated_at asc, id asc
  limit $38 offset $39)
order by updated_at asc, id asc
