import { webhookFigures } from '#kernel/platform/database/grants.ts'

/**
 * `delivery` holds the events that wait for an endpoint. Only the oldest of each record is sent:
 * `is_head` marks it, so that neither a long backlog nor deliveries that wait for a replay cost a
 * search. `attempt` is the log of attempts. `failing` says since when an endpoint has had no success,
 * and for how long of that time no process has tried. `replay` requests the events behind a position
 * again; with a `failure` it stands still there.
 */
export const webhookTables = `
  create table if not exists webhooks.place (
    name text primary key check (name = 'webhooks'),
    position bigint not null,
    last_event jsonb
  );
  create table if not exists webhooks.endpoint (
    endpoint_id text primary key,
    is_enabled boolean not null,
    is_given_up boolean not null default false
  );
  create table if not exists webhooks.delivery (
    endpoint_id text not null,
    position bigint not null,
    webhook_id text not null,
    record text not null,
    type text not null,
    body text not null,
    added_at timestamptz not null default clock_timestamp(),
    attempts integer not null default 0,
    next_at timestamptz not null default clock_timestamp(),
    is_head boolean not null,
    primary key (endpoint_id, position)
  );
  create index if not exists delivery_record on webhooks.delivery (endpoint_id, record, position);
  create index if not exists delivery_due on webhooks.delivery (endpoint_id, next_at) where is_head;
  create index if not exists delivery_untried on webhooks.delivery (endpoint_id, next_at)
    where is_head and attempts = 0;
  create index if not exists delivery_reached on webhooks.delivery (endpoint_id, position)
    where is_head;
  create table if not exists webhooks.attempt (
    endpoint_id text not null,
    webhook_id text not null,
    type text not null,
    record text not null,
    at timestamptz not null,
    attempt integer not null,
    outcome text not null,
    status integer,
    duration_ms integer not null
  );
  create index if not exists attempt_time on webhooks.attempt (endpoint_id, at);
  create table if not exists webhooks.replay (
    id bigint generated always as identity primary key,
    endpoint_id text not null,
    since timestamptz not null,
    position bigint not null default 0,
    last_event jsonb,
    failure text,
    next_at timestamptz not null default clock_timestamp()
  );
  create index if not exists replay_reached on webhooks.replay (endpoint_id, position);
  create table if not exists webhooks.failing (
    endpoint_id text primary key,
    since timestamptz not null,
    last_at timestamptz not null default clock_timestamp(),
    untried interval not null default '0'
  );
  ${webhookFigures}`
