import { missingSchema } from '#kernel/platform/database/postgres.ts'

/** Stream names are compared bytewise, so that prefix searches use the index on every database. */
export const schema = `
  ${missingSchema('event_store')}
  create table if not exists event_store.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text collate "C" not null,
    content_type text not null,
    created bigint not null,
    data bytea storage external not null,
    metadata bytea not null,
    unique (stream, revision)
  );
`
