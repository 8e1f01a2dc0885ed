import type { OwnTables } from '../postgres.ts'

/** What auditors leave behind. Accesses are kept without limit: who viewed personal data is evidence too. */
export const auditTables: OwnTables = {
  schema: 'audit',
  definitions: `
  create table if not exists audit.look (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    company_id text not null,
    api_user_id text not null,
    what text not null,
    noun text,
    record_id text,
    request_id text not null
  );
  create index if not exists look_by_company on audit.look (company_id, at);
  create index if not exists look_by_record on audit.look (company_id, record_id, at)
    where record_id is not null;

  create table if not exists audit.ended_session (
    id uuid primary key,
    until timestamptz not null
  );

  create table if not exists audit.verification (
    finished_at timestamptz primary key default clock_timestamp(),
    company_id text,
    verdict jsonb not null
  );
`,
}
