import type pg from 'pg'
import { makeTables, type OwnTables } from '../database/postgres.ts'

export const makeVaultTables = (pool: pg.Pool): Promise<void> => makeTables(pool, vaultTables)

/** Everything that no rebuild touches. */
export const vaultTables: OwnTables = {
  schema: 'vault',
  definitions: `
  create table if not exists vault.secret (
    name text primary key,
    wrapped bytea not null
  );

  -- What processes without the key of the vault may know, wrapped by a key that they have.
  create table if not exists vault.handed_secret (
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

  -- In the order in which they were destroyed. Also ids of keys that this database never had.
  create table if not exists vault.destroyed_key (
    place bigint primary key,
    id text not null unique,
    destroyed_at timestamptz not null default now()
  );

  create table if not exists vault.idempotency (
    company_id text not null,
    key text not null,
    request_hash bytea not null,
    command_id uuid not null,
    lease_until timestamptz not null,
    -- the process of the command service that works on it
    holder uuid not null,
    status integer,
    sealed_answer bytea,
    created_at timestamptz not null default now(),
    primary key (company_id, key)
  );
  create index if not exists idempotency_created on vault.idempotency (created_at);

  -- One row for each batch that the follower hashed; rows never change.
  create table if not exists vault.log_chain (
    after bigint primary key,
    event_count integer not null,
    event_ids bytea not null,
    event_hashes bytea not null,
    head bytea not null,
    -- the last event's position in the store that it was read from
    position bigint not null,
    -- whether a signature of the notary is among them
    signed boolean not null default false
  );
  -- Making what is there already would wait for whoever makes the chain again.
  do $$ begin
    if to_regclass('vault.log_chain_signed') is null then
      create index log_chain_signed on vault.log_chain (after) where signed;
    end if;
  end $$;

  -- What processes found out about a log that was set back; each repeats its own while it lasts.
  create table if not exists vault.log_set_back (
    reporter uuid primary key,
    finding text not null,
    reported_at timestamptz not null default now()
  );

  create table if not exists vault.sanction_list_version (
    list text not null,
    version text not null,
    sha256 text not null,
    format text not null,
    entries integer not null,
    skipped_rows integer not null,
    kept_at timestamptz not null default now(),
    primary key (list, version)
  );

  create table if not exists vault.sanction_list_entry (
    list text not null,
    version text not null,
    place integer not null,
    entry jsonb not null,
    primary key (list, version, place)
  );
`,
}
