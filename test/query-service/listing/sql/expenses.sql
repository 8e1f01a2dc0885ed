-- GET /v1/expenses?

select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select coalesce(sum(n), 0)
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $2) as counts
      where day = '-infinity' and state = $3) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $5) as listed
    where visible and state = $6 and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $7 offset $8)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $9) as listed
      where visible and state = $10 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $11 offset $12))
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
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select n
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
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select count(*)
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_text_count
        where company_id = $2) as counts
      where name_folded like $3) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $4) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $5) as listed
    where strpos(name_folded, $6) > 0 and visible and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $7 offset $8)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $9) as listed
      where md5(name_folded)::uuid = any (array(select hash
          from (select *
            from read_model.expense_voucher_text_count
            where company_id = $10) as counts
          where name_folded like $11)) and visible and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $12 offset $13))
order by created_at asc, id asc

-- GET /v1/expenses?filter[updatedSince]=2026-11-20T09:00:00Z
with counted as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $2) as counts
        where span < $3) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $4) as counts
        where span >= $5 and span < $6) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $7) as listed
          where visible and updated_at > $8 and updated_at < $9
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, (select n
  from counted) as total
from (select *
  from read_model.expense_voucher
  where company_id = $10) as listed
where id in ((select id
    from (select *
      from read_model.expense_voucher
      where company_id = $11) as listed
    where visible and updated_at > $12 and not (select is_selective
      from counted)
    order by created_at asc, id asc
    limit $13 offset $14)
  union all (select id
    from (
      select created_at, id
      from (select *
        from read_model.expense_voucher
        where company_id = $15) as listed
      where visible and updated_at > $16 and (select is_selective
        from counted) offset 0 ) as selected
    order by created_at asc, id asc
    limit $17 offset $18))
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
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, case when left_at is not null
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
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_facet_count
        where company_id = $1) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $2) as counts
        where span < $3) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_change_count
          where company_id = $4) as counts
        where span >= $5 and span < $6) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $7) as listed
          where visible and updated_at > $8 and updated_at < $9
          order by updated_at offset 0) as changed)) as n offset 0) as counts), counted_left as materialized (
  select n, n <= 2 * sqrt(25 * (select coalesce(sum(n), 0)
      from (select *
        from read_model.expense_voucher_left_facet_count
        where company_id = $10) as counts
      where day = '-infinity' and true)::double precision) as is_selective
  from (select ((select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_left_change_count
          where company_id = $11) as counts
        where span < $12) + (select coalesce(sum(n), 0)
        from (select *
          from read_model.expense_voucher_left_change_count
          where company_id = $13) as counts
        where span >= $14 and span < $15) + (select count(*)
        from (select
          from (select *
            from read_model.expense_voucher
            where company_id = $16) as listed
          where left_at is not null and updated_at > $17 and updated_at < $18
          order by updated_at offset 0) as changed)) as n offset 0) as counts)
select listed.id, listed.source, listed.bank_transaction_id, listed.is_draft, listed.is_finalized, listed.print_date, listed.serial, listed.number, listed.amount, listed.quantity, listed.price, listed.unit_type, listed.attribute, listed.id_no, listed.transaction_date, listed.document_mode, listed.state, listed.created_at, listed.updated_at, listed.template_key, listed.template_title, listed.name, case when left_at is not null
then left_at end as left_at, (select n
  from counted) + (select n
  from counted_left) as total
from (select *
  from read_model.expense_voucher
  where company_id = $19) as listed
where id in (select id
  from (((select updated_at, id
        from (select *
          from read_model.expense_voucher
          where company_id = $20) as listed
        where visible and updated_at > $21 and not (select is_selective
          from counted)
        order by updated_at asc, id asc
        limit $22 offset $23)
      union all (select updated_at, id
        from (
          select updated_at, id
          from (select *
            from read_model.expense_voucher
            where company_id = $24) as listed
          where visible and updated_at > $25 and (select is_selective
            from counted) offset 0 ) as selected
        order by updated_at asc, id asc
        limit $26 offset $27))
    union all ((select updated_at, id
        from (select *
          from read_model.expense_voucher
          where company_id = $28) as listed
        where left_at is not null and updated_at > $29 and not (select is_selective
          from counted_left)
        order by updated_at asc, id asc
        limit $30 offset $31)
      union all (select updated_at, id
        from (
          select updated_at, id
          from (select *
            from read_model.expense_voucher
            where company_id = $32) as listed
          where left_at is not null and updated_at > $33 and (select is_selective
            from counted_left) offset 0 ) as selected
        order by updated_at asc, id asc
        limit $34 offset $35))) as either
  order by updated_at asc, id asc
  limit $36 offset $37)
order by updated_at asc, id asc
