import type pg from 'pg'
import type { Logger } from '#kernel/platform/logger.ts'
import { makeTables } from '#kernel/platform/postgres.ts'

/** What somebody looked at: never with what was looked for, nor with what was seen. */
export interface Look {
  readonly apiUserId: string
  readonly companyId: string
  readonly what: 'sign-in' | 'find' | 'time line' | 'changes' | 'evidence'
  /** Of what was looked at; null where it was no single record. */
  readonly noun: string | null
  readonly recordId: string | null
}

export type RecordLook = (look: Look, requestId: string) => Promise<void>

/**
 * Kept for ever: who has looked at personal data is evidence, too, and a row of it is small. Asked
 * for by a company's period, or by a record.
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

/** Who looks is recorded before anything is shown: what cannot be recorded is not shown. */
export function recordLooks(pool: pg.Pool, logger: Logger): RecordLook {
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
    logger.info({ apiUserId, companyId, what, noun, recordId, requestId }, 'looked at')
  }
}
