import type pg from 'pg'
import { makeTables } from '../postgres.ts'

export const makeVaultTables = (pool: pg.Pool): Promise<void> => makeTables(pool, 'vault', tables)

const tables = `
  create table if not exists vault.secret (
    name text primary key,
    wrapped bytea not null
  );

  create table if not exists vault.data_key (
    id text primary key,
    company_id text not null,
    purpose text not null,
    -- null once the key has been destroyed; the id stays, so that the key is never created again
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
