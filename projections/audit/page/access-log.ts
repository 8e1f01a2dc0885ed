import type pg from 'pg'
import type { Logger } from '#kernel/platform/logger.ts'
import { makeTables } from '#kernel/platform/postgres.ts'

/** One access of a signed-in visitor, without search values and without the data shown. */
export interface Access {
  readonly apiUserId: string
  readonly companyId: string
  readonly what: 'sign-in' | 'find' | 'time line' | 'changes' | 'evidence'
  /** Of the record that was shown; null if it was not a single record. */
  readonly noun: string | null
  readonly recordId: string | null
}

export type RecordAccess = (access: Access, requestId: string) => Promise<void>

/**
 * Kept without limit: who viewed personal data is evidence too, and a row is small. The indexes
 * serve queries for a company's period and for a record.
 */
const definitions = `
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
    where record_id is not null;`

/** Records an access before anything is shown. An access that cannot be recorded fails. */
export function accessLog(pool: pg.Pool, logger: Logger): RecordAccess {
  let made: Promise<void> | undefined
  return async ({ apiUserId, companyId, what, noun, recordId }, requestId) => {
    made ??= makeTables(pool, 'audit', definitions)
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
    await pool.query(
      `insert into audit.look (company_id, api_user_id, what, noun, record_id, request_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [companyId, apiUserId, what, noun, recordId, requestId],
    )
    logger.info({ apiUserId, companyId, what, noun, recordId, requestId }, 'access')
  }
}
