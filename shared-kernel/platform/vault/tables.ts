import type pg from 'pg'

/** Several services may start at once on an empty database; one of them makes the tables. */
export async function makeVaultTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('sarraf.vault'))`)
    await client.query(tables)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const tables = `
  create schema if not exists vault;

  create table if not exists vault.secret (
    name text primary key,
    wrapped bytea not null
  );

  create table if not exists vault.data_key (
    id text primary key,
    company_id text not null,
    purpose text not null,
    -- null once it has been destroyed: the id stays, so that it is never made again
    wrapped bytea,
    created_at timestamptz not null default now()
  );

  create table if not exists vault.idempotency (
    company_id text not null,
    key text not null,
    request_hash bytea not null,
    command_id uuid not null,
    lease_until timestamptz not null,
    status integer,
    sealed_answer bytea,
    created_at timestamptz not null default now(),
    primary key (company_id, key)
  );
  create index if not exists idempotency_created on vault.idempotency (created_at);
`
