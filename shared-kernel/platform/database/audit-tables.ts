import type { OwnTables } from './postgres.ts'

/** What auditors leave behind, apart from the events that say what they looked at; and which backups were made. */
export const auditTables: OwnTables = {
  schema: 'audit',
  definitions: `
  create table if not exists audit.ended_session (
    id uuid primary key,
    until timestamptz not null
  );

  create table if not exists audit.verification (
    finished_at timestamptz primary key default clock_timestamp(),
    company_id text,
    verdict jsonb not null
  );

  create table if not exists audit.backup (
    id uuid primary key,
    taken_at timestamptz not null,
    events bigint not null,
    files integer not null,
    bytes bigint not null
  );
`,
}
